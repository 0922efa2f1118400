import { requestKey } from './request-key.ts';

/**
 * Takes the responses of the API out of the HTML, which the server writes behind the page while it is loading, once the whole HTML is
 * there: by their keys (request-key.ts). The scripts of the portal run after that. Those of the next customer must not find them.
 */
export async function firstResponses(api: URL): Promise<Map<string, Response>> {
  await whenParsed();
  const found = new Map<string, Response>();
  for (const element of document.querySelectorAll<HTMLElement>('script[data-response]')) {
    const { response = '', date = '' } = element.dataset;
    const [method = '', address = ''] = response.split(' ');
    const headers = { 'content-type': 'application/json', date };
    found.set(requestKey(method, new URL(address, api)), new Response(element.textContent, { headers }));
    element.remove();
  }
  return found;
}

function whenParsed(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (document.readyState !== 'loading') resolve();
  };
  document.addEventListener('readystatechange', check);
  check();
  return promise;
}
