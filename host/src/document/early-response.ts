/** The answer to a call that the start script has already sent. Each is given out once: a repeated call goes to the network. */
export function earlyResponse(request: Request): Promise<Response> | undefined {
  const responses = globalThis.portalStart?.responses;
  const key = `${request.method} ${request.url}`;
  const response = responses?.get(key);
  responses?.delete(key);
  return response;
}

/** Forgets the answers that nobody has taken: they were given to somebody who may be somebody else by now. */
export function dropEarlyResponses(): void {
  globalThis.portalStart?.responses.clear();
}
