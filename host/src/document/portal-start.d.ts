/** What the start script in the HTML leaves for the bundles. */
interface PortalStart {
  language: string;
  /** Calls already under way, by `METHOD url`; each may be taken once. */
  responses: Map<string, Promise<Response>>;
  /** Locale files already under way, by URL; each may be taken once. */
  texts: Map<string, Promise<Response>>;
  /** Shows, in the place of the portal, that it could not be started. */
  fail: () => void;
  /** The portal stands: nothing that its own files do matters to the start any more. */
  succeed: () => void;
  /** The button that was pressed last on the screen that came with the HTML. */
  pressed?: Element;
}

declare var portalStart: PortalStart | undefined;
