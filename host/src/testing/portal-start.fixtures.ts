/** What the start script leaves for the bundles, without early requests. */
export function portalStart(given: Partial<PortalStart> = {}): PortalStart {
  return {
    language: 'en',
    responses: new Map(),
    texts: new Map(),
    fail: () => undefined,
    succeed: () => undefined,
    failRender: () => undefined,
    ...given,
  };
}
