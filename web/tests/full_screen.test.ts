// How large a page for the TV is drawn.

import { expect, test } from "vitest";
import { zoomed } from "../src/shell/full_screen.ts";

test.each([
  { screen: [1920, 1080], needed: 960, zoom: 2 },
  { screen: [1920, 1080], needed: 1200, zoom: 1.6 },
  { screen: [3840, 1080], needed: 1068, zoom: 1.8 }, // wide and low: the height decides
  { screen: [360, 640], needed: 1080, zoom: 1 }, // a phone reads it at its own size
])("a page that needs $needed pixels is drawn $zoom times as large on $screen", ({ screen, needed, zoom }) => {
  const [width, height] = screen as [number, number];
  expect(zoomed(width, height, needed)).toBeCloseTo(zoom, 2);
});
