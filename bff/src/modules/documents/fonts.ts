import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const resolve = createRequire(import.meta.url).resolve;

/** Noto Sans: Latin, Cyrillic and Greek with all their accents, and figures of one width. */
const fonts = {
  regular: read('400Regular/NotoSans_400Regular.ttf'),
  bold: read('600SemiBold/NotoSans_600SemiBold.ttf'),
} as const;
export type FontName = keyof typeof fonts;

/**
 * The font for one document. fontkit stores with a glyph the characters that first led to it, none for a part of another
 * glyph; without a store of its own, the text that can be copied from a document would depend on the documents before it.
 */
export function fontFor(name: FontName): Font {
  return Object.create(fonts[name], { _glyphs: { value: {} } });
}

const glyphs = new Set(fonts.regular.characterSet);

/** Characters that every text of the portal's languages is made of; nearly no text needs the slower check. */
const known =
  /^[ -~\u00a0-\u017f\u0386-\u03ce\u0401-\u045f\u2013\u2014\u2018-\u201e\u2026\u202f\u20ac\u2212]*$/;

/** The text with a question mark for each character that the font lacks: PDF/A forbids the glyph that means "missing". */
export function printable(text: string): string {
  if (known.test(text)) return text;
  return [...text.normalize('NFC')].map((character) => (hasGlyph(character) ? character : '?')).join('');
}

function hasGlyph(character: string): boolean {
  return character >= ' ' && glyphs.has(character.codePointAt(0) ?? 0);
}

/** Parsing a font takes longer than drawing a page with it, so a process does it once. */
function read(name: string): Font {
  const font = create(readFileSync(resolve(`@expo-google-fonts/noto-sans/${name}`)));
  if (!('layout' in font)) throw new Error('a file with one font was expected');
  return font;
}
