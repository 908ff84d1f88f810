// Small synthesised sounds, none longer than a second.

import type { Sound } from "./sounds.ts";

let context: AudioContext | undefined;

export function play(name: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[name](context, context.currentTime);
  } catch {
    // a browser without sound is a quiet one
  }
}

function tone(
  audio: AudioContext,
  at: number,
  from: number,
  to: number,
  length: number,
  volume = 0.15,
  type: OscillatorType = "sine",
) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function noise(audio: AudioContext, at: number, length: number, frequency: number, volume = 0.2) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  card: (audio, at) => noise(audio, at, 0.09, 2400, 0.35),
  trick: (audio, at) => [0, 0.05, 0.1].forEach((late) => noise(audio, at + late, 0.08, 1500, 0.25)),
  turn: (audio, at) => [523, 784].forEach((pitch, n) => tone(audio, at + n * 0.12, pitch, pitch, 0.35, 0.1)),
  points: (audio, at) => [659, 784, 988].forEach((pitch, n) => tone(audio, at + n * 0.09, pitch, pitch, 0.3, 0.08)),
  hop: (audio, at) => tone(audio, at, 220, 440, 0.12, 0.12, "triangle"),
  splash: (audio, at) => {
    noise(audio, at, 0.6, 700, 0.4);
    tone(audio, at, 300, 80, 0.3, 0.1);
  },
  dice: (audio, at) => [0, 0.07, 0.16, 0.28].forEach((late) => noise(audio, at + late, 0.05, 3200, 0.3)),
  cackle: (audio, at) =>
    [0, 0.13, 0.26, 0.39].forEach((late, n) =>
      tone(audio, at + late, 620 - n * 40, 380 - n * 30, 0.11, 0.09, "sawtooth"),
    ),
};
