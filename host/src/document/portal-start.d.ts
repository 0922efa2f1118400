/** What the start script in the HTML leaves for the bundles. */
interface PortalStart {
  language: string;
  /** Calls already under way, by `METHOD url`; each may be taken once. */
  responses: Map<string, Promise<Response>>;
  /** Locale files already under way, by URL; each may be taken once. */
  texts: Map<string, Promise<Response>>;
}

declare var portalStart: PortalStart | undefined;
