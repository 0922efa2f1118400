/** The answer to a call that the start script has already sent. Each is given out once: a repeated call goes to the network. */
export function earlyResponse(request: Request): Promise<Response> | undefined {
  return take(globalThis.portalStart?.responses, `${request.method} ${request.url}`);
}

/** The answer to a locale file that the start script has already asked for; given out once too. */
export function earlyText(url: string): Promise<Response> | undefined {
  return take(globalThis.portalStart?.texts, new URL(url, location.href).href);
}

function take(map: PortalStart['texts'] | undefined, key: string): Promise<Response> | undefined {
  const response = map?.get(key);
  map?.delete(key);
  return response;
}

/** Forgets the answers that nobody has taken: they were given to somebody who may be somebody else by now. */
export function dropEarlyResponses(): void {
  globalThis.portalStart?.responses.clear();
}
