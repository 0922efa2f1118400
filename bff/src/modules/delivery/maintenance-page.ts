import { readFileSync } from 'node:fs';
import { type Language, languages } from '@portal/contract/language';
import * as v from 'valibot';
import { escapeHtml } from '../../mail/render-mail.ts';

const textsSchema = v.strictObject(
  v.entriesFromList(languages, v.strictObject({ title: v.string(), text: v.string(), retry: v.string() })),
);
export type MaintenanceTexts = v.InferOutput<typeof textsSchema>;

/** Reads the texts of the maintenance page by language. A faulty file stops the start, not the first page. */
export function readMaintenanceTexts(): MaintenanceTexts {
  const file = new URL('../../../pages/maintenance.json', import.meta.url);
  return v.parse(textsSchema, JSON.parse(readFileSync(file, 'utf8')));
}

const style =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}' +
  'body{display:grid;min-height:100vh;margin:0;place-items:center}' +
  'main{max-width:32rem;padding:2rem}' +
  'h1{font-size:1.5rem;line-height:1.25}' +
  'a{display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;background:#1d4ed8;color:#fff;font-weight:600;text-decoration:none}' +
  'a:focus-visible{outline:3px solid currentColor;outline-offset:3px}';

/** The page of every address while nothing can be served. It needs no other file; the link requests the address again. */
export function maintenanceHtml(
  texts: MaintenanceTexts,
  { language, brand }: { language: string; brand: string },
): string {
  const shown: Language = v.is(v.picklist(languages), language) ? language : 'en';
  const { title, text, retry } = texts[shown];
  return `<!doctype html>
<html lang="${shown}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${brand}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>${escapeHtml(brand)}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="">${escapeHtml(retry)}</a></p>
</main>
</body>
</html>
`;
}
