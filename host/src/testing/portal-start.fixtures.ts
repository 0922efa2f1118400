/** What the start script leaves in the document, with nothing under way. */
export function portalStart(given: Partial<PortalStart> = {}): PortalStart {
  return {
    language: 'en',
    responses: new Map(),
    texts: new Map(),
    fail: () => undefined,
    succeed: () => undefined,
    ...given,
  };
}
