// Small synthesised sounds, none longer than a second, mixed so that many at once do not distort.

import type { Sound } from "./sounds.ts";

interface Mixer {
  audio: AudioContext;
  mix: AudioNode; // what every sound goes into
  master: GainNode; // as loud as somebody wants it
}

const APART = 0.03; // seconds; the same sound twice at once is only louder
let mixer: Mixer | undefined;
const heard = new Map<Sound, number>(); // when each was played last

/** `volume` is 0 to 100. */
export function play(name: Sound, volume: number): void {
  try {
    mixer ??= mixed();
    const { audio, mix, master } = mixer;
    void audio.resume();
    master.gain.value = loudness(volume);
    const now = audio.currentTime;
    if (now - (heard.get(name) ?? -1) < APART) return;
    heard.set(name, now);
    SOUNDS[name](mix, now);
  } catch {
    // a browser without sound is a quiet one
  }
}

/** The factor for a volume; ears find the square of it even. */
function loudness(volume: number): number {
  return (volume / 100) ** 2;
}

/** All sounds through one compressor, which holds back what is too loud together, and one gain for the volume. */
function mixed(): Mixer {
  const audio = new AudioContext();
  const mix = audio.createDynamicsCompressor();
  mix.threshold.value = -18;
  mix.knee.value = 12;
  mix.ratio.value = 12;
  mix.attack.value = 0.002;
  mix.release.value = 0.15;
  const master = audio.createGain();
  mix.connect(master).connect(audio.destination);
  return { audio, mix, master };
}

interface Tone {
  from: number; // hertz
  to?: number;
  length: number; // seconds
  loud: number; // 0 to 1
  type?: OscillatorType;
  trembles?: number; // hertz by which it wavers, six times a second
}

function tone(mix: AudioNode, at: number, { from, to = from, length, loud, type = "sine", trembles = 0 }: Tone): void {
  const oscillator = mix.context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  if (trembles) {
    const waver = mix.context.createOscillator();
    const depth = mix.context.createGain();
    waver.frequency.value = 6;
    depth.gain.value = trembles;
    waver.connect(depth).connect(oscillator.frequency);
    waver.start(at);
    waver.stop(at + length);
  }
  const gain = mix.context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + Math.min(0.01, length / 2));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(mix);
  oscillator.start(at);
  oscillator.stop(at + length);
}

interface Noise {
  length: number; // seconds
  pitch: number; // hertz, around which it lies
  loud: number; // 0 to 1
  narrow?: number; // how closely around it
}

function noise(mix: AudioNode, at: number, { length, pitch, loud, narrow = 1 }: Noise): void {
  const audio = mix.context;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = narrow;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(mix);
  source.start(at);
}

/** The same thing several times, each so late. */
function again(late: readonly number[], make: (late: number, n: number) => void): void {
  late.forEach(make);
}

const SOUNDS: Record<Sound, (mix: AudioNode, at: number) => void> = {
  card: (mix, at) => noise(mix, at, { length: 0.09, pitch: 2400, loud: 0.35 }),
  trick: (mix, at) => again([0, 0.05, 0.1], (late) => noise(mix, at + late, { length: 0.08, pitch: 1500, loud: 0.25 })),
  turn: (mix, at) => again([523, 784], (from, n) => tone(mix, at + n * 0.12, { from, length: 0.35, loud: 0.1 })),
  points: (mix, at) => again([659, 784, 988], (from, n) => tone(mix, at + n * 0.09, { from, length: 0.3, loud: 0.08 })),
  hop: (mix, at) => tone(mix, at, { from: 220, to: 440, length: 0.12, loud: 0.12, type: "triangle" }),
  splash: (mix, at) => {
    noise(mix, at, { length: 0.6, pitch: 700, loud: 0.4 });
    tone(mix, at, { from: 300, to: 80, length: 0.3, loud: 0.1 });
    again([0.35, 0.47, 0.56], (late, n) =>
      tone(mix, at + late, { from: 260 + n * 90, to: 520 + n * 120, length: 0.09, loud: 0.05 }),
    ); // bubbles
  },
  dice: (mix, at) =>
    again([0, 0.07, 0.16, 0.28], (late) => noise(mix, at + late, { length: 0.05, pitch: 3200, loud: 0.3 })),
  cackle: (mix, at) =>
    again([0, 0.13, 0.26, 0.39], (late, n) =>
      tone(mix, at + late, { from: 620 - n * 40, to: 380 - n * 30, length: 0.11, loud: 0.09, type: "sawtooth" }),
    ),
  deal: (mix, at) =>
    again([0, 0.07, 0.13, 0.18, 0.22, 0.26, 0.3], (late, n) =>
      noise(mix, at + late, { length: 0.06, pitch: 2000 + n * 120, loud: 0.18 }),
    ),
  crack: (mix, at) => {
    noise(mix, at, { length: 0.05, pitch: 4200, loud: 0.5 });
    again([0.05, 0.11], (late) => noise(mix, at + late, { length: 0.04, pitch: 2600, loud: 0.3 }));
    tone(mix, at, { from: 180, to: 60, length: 0.18, loud: 0.14, type: "triangle" });
  },
  sigh: (mix, at) => {
    tone(mix, at, { from: 392, to: 247, length: 0.55, loud: 0.09, type: "triangle" });
    noise(mix, at, { length: 0.4, pitch: 900, loud: 0.05 });
  },
  bite: (mix, at) => {
    again([0, 0.1], (late) => tone(mix, at + late, { from: 150, to: 55, length: 0.16, loud: 0.22 }));
    again([0, 0.1], (late) => noise(mix, at + late, { length: 0.05, pitch: 1100, loud: 0.3 }));
    tone(mix, at + 0.22, { from: 110, to: 70, length: 0.4, loud: 0.07, type: "sawtooth", trembles: 9 });
  },
  knock: (mix, at) =>
    again([0, 0.11], (late) => noise(mix, at + late, { length: 0.06, pitch: 320, loud: 0.4, narrow: 5 })),
  creak: (mix, at) => tone(mix, at, { from: 95, to: 170, length: 0.5, loud: 0.06, type: "sawtooth", trembles: 22 }),
  ghost: (mix, at) => {
    tone(mix, at, { from: 330, to: 494, length: 0.8, loud: 0.08, trembles: 14 });
    tone(mix, at + 0.1, { from: 247, to: 330, length: 0.7, loud: 0.05, trembles: 10 });
  },
  bones: (mix, at) =>
    again([0, 0.06, 0.1, 0.17, 0.2, 0.29], (late, n) =>
      noise(mix, at + late, { length: 0.05, pitch: 1300 + (n % 3) * 500, loud: 0.4, narrow: 9 }),
    ),
  gong: (mix, at) => {
    tone(mix, at, { from: 131, to: 128, length: 0.9, loud: 0.14 });
    again([277, 352, 523], (from) => tone(mix, at, { from, length: 0.6, loud: 0.04 }));
  },
};
