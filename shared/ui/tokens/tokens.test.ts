import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const sheet = readFileSync(join(__dirname, 'colors.css'), 'utf8');
const pairs = [...sheet.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
const light = new Map(pairs.map(([, name, color]) => [name, color]));
const dark = new Map(pairs.map(([, name, , color]) => [name, color]));

const text = 4.5;
const graphic = 3;
const tones = ['success', 'warning', 'error', 'info', 'neutral'];
const grounds = ['page', 'surface', 'raised', 'sunken', 'hover', 'selected'];

const rules: [string, string, number][] = [
  ...grounds.map((ground): [string, string, number] => ['text', ground, text]),
  ...grounds.map((ground): [string, string, number] => ['muted', ground, text]),
  ...['page', 'surface', 'raised', 'selected'].map((ground): [string, string, number] => [
    'accent-text',
    ground,
    text,
  ]),
  ['on-accent', 'accent', text],
  ['on-accent', 'accent-hover', text],
  ['on-accent', 'accent-active', text],
  ['on-danger', 'danger', text],
  ['on-danger', 'danger-hover', text],
  ...['page', 'surface', 'raised'].flatMap((ground): [string, string, number][] => [
    ['control', ground, graphic],
    ['focus', ground, graphic],
    ['accent', ground, graphic],
    ['error-solid', ground, graphic],
    ['error-text', ground, text],
    ['success-text', ground, text],
  ]),
  ...tones.flatMap((tone): [string, string, number][] => [
    [`${tone}-text`, `${tone}-soft`, text],
    [`${tone}-solid`, `${tone}-soft`, graphic],
    [`${tone}-solid`, 'surface', graphic],
    ['text', `${tone}-soft`, text],
    ['accent-text', `${tone}-soft`, text],
  ]),
];

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_theme, colors) => {
  it.each(rules)('%s on %s has a contrast of at least %d:1', (front, back, least) => {
    expect(contrast(colors.get(front) ?? '', colors.get(back) ?? '')).toBeGreaterThanOrEqual(least);
  });
});

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

// WCAG 2.2, relative luminance.
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
