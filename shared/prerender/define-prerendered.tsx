import type { Language } from '@portal/contract/language';
import type { ResourceLanguage } from 'i18next';
import { type ReactElement, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { QueryProvider } from '../api/query-cache.tsx';
import { i18n, startI18n } from '../i18n/i18n.ts';
// The index of `ui` adds these icons in the browser. A bundler leaves that index out when it finds its exports elsewhere.
import '../ui/icon/page-icons.ts';

interface Screen {
  /** URL path of the screen: `/login`. */
  path: string;
  element: ReactElement;
  /** Text that an `Outlet` of the element shows. */
  outlet?: string;
  /** It shows no texts: it is rendered once, under its id alone. */
  isTextless?: true;
}

/** Texts by language and namespace. */
export type PrerenderRequest = Partial<Record<Language, ResourceLanguage>>;

/** HTML by `<screen>.<language>`: `login.de`; by `<screen>` for one without texts. */
export type Prerender = (texts: PrerenderRequest) => Promise<Record<string, string>>;

/**
 * Defines the screens that a build prerenders in every language, so that the HTML contains them before any script runs.
 * The build calls the returned function in a document of its own; it rejects when a screen cannot be rendered.
 */
export function definePrerendered(screens: Record<string, Screen>): Prerender {
  return async (texts) => {
    const html: Record<string, string> = {};
    await startI18n({
      defaultLanguage: 'en',
      language: 'en',
      localeUrl: () => '/none.json',
      resources: texts,
    });
    const all = Object.entries(screens);
    for (const [id, screen] of all.filter(([, { isTextless }]) => isTextless))
      html[id] = await renderScreen(id, screen);
    for (const language of Object.keys(texts)) {
      await i18n.changeLanguage(language);
      for (const [id, screen] of all.filter(([, { isTextless }]) => !isTextless))
        html[`${id}.${language}`] = await renderScreen(id, screen);
    }
    return html;
  };
}

async function renderScreen(id: string, { path, element, outlet }: Screen): Promise<string> {
  const container = document.createElement('div');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const root = createRoot(container, {
    // The prerendered screen and the live one share a document for a moment, so their ids must differ.
    identifierPrefix: `prerendered-${id}`,
    onUncaughtError: reject,
    onCaughtError: reject,
  });
  const children = outlet === undefined ? [] : [{ index: true, element: outlet }];
  const routes = [{ path, element, children }];
  root.render(
    <QueryProvider>
      <Suspense>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
        <Shown onShown={resolve} />
      </Suspense>
    </QueryProvider>,
  );
  await promise;
  const html = container.innerHTML;
  root.unmount();
  return html;
}

// An effect inside the Suspense boundary runs when nothing in it is suspended any more.
function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}
