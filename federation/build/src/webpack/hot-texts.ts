// Part of development builds only. The alias `portal-locales` is the package's own folder of texts.

type Texts = Record<string, string>;

declare global {
  // What webpack adds to `import.meta`.
  interface ImportMeta {
    webpackContext(
      folder: string,
      options: { regExp: RegExp },
    ): { (file: string): unknown; keys(): string[] };
    webpackHot?: {
      data?: { texts: Texts };
      dispose(callback: (data: { texts: Texts }) => void): void;
      accept(): void;
    };
  }
}

const locales = import.meta.webpackContext('portal-locales', { regExp: /\.json$/ });
const hot = import.meta.webpackHot;
const before: Texts = hot?.data?.texts ?? {};
const texts = Object.fromEntries(locales.keys().map((file) => [file, JSON.stringify(locales(file))]));

for (const [file, text] of Object.entries(texts)) {
  const [, language, namespace] = /^\.\/([^/]+)\/([^/]+)\.json$/.exec(file) ?? [];
  if (before[file] === undefined || before[file] === text) continue;
  const detail = { language, namespace, texts: JSON.parse(text) };
  globalThis.dispatchEvent(new CustomEvent('portal:texts', { detail }));
}

hot?.dispose((data) => {
  data.texts = texts;
});
hot?.accept();
