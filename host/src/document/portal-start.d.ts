/** What the start script in the HTML leaves for the bundles. */
interface PortalStart {
  language: string;
  /** Responses to requests of the API that are already sent, by `METHOD url`; each can be taken once. */
  responses: Map<string, Promise<Response>>;
  /** Locale files that are already requested, by URL; each can be taken once. */
  texts: Map<string, Promise<Response>>;
  /** Shows that the portal could not be started, instead of the portal. */
  fail: () => void;
  /** The portal is rendered: from now on a missing file of its own does not fail the start. */
  succeed: () => void;
  /** The button of the prerendered screen that was pressed last. */
  pressed?: Element;
}

declare var portalStart: PortalStart | undefined;
