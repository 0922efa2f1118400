import { requestKey } from './request-key.ts';

declare global {
  /** What the start script in the HTML leaves for the bundles. */
  interface PortalStart {
    language: string;
    /** Responses to API requests that are already sent, by their key (request-key.ts); each can be taken once. */
    responses: Map<string, Promise<Response>>;
    /** Aborts the API requests that are still under way; a start script of an older host has none. */
    abortRequests?: () => void;
    /** Locale files that are already requested, by URL; each can be taken once. */
    texts: Map<string, Promise<Response>>;
    /** Shows the failure screen instead of the portal. */
    fail: () => void;
    /** Reports that the portal is rendered: a file of the portal that is missing later does not fail the start. */
    succeed: () => void;
    /** Reports that the portal's own code failed later, and reloads the page with another host if there is one. */
    failRender: () => void;
    /** Whether a reload would lose something that was typed; the bundles set it. */
    hasUnsavedChanges?: () => boolean;
    /** The button of the prerendered screen that was pressed last. */
    pressed?: Element;
    /** The button or link of the prerendered screen that a finger or mouse button holds down. */
    held?: Element | undefined;
  }

  var portalStart: PortalStart | undefined;
}

/** The response to an API request that the start script has already sent. Each is returned once: a repeated request goes to the network. */
export function earlyResponse(request: Request): Promise<Response> | undefined {
  return take(globalThis.portalStart?.responses, requestKey(request.method, request.url));
}

/** The response with a locale file that the start script has already requested; returned once too. */
export function earlyText(url: string): Promise<Response> | undefined {
  return take(globalThis.portalStart?.texts, new URL(url, location.href).href);
}

/** Aborts the API requests of the start script and discards the responses that were not taken: another customer may log in next. */
export function dropEarlyResponses(): void {
  globalThis.portalStart?.abortRequests?.();
  globalThis.portalStart?.responses.clear();
}

function take(map: PortalStart['texts'] | undefined, key: string): Promise<Response> | undefined {
  const response = map?.get(key);
  map?.delete(key);
  return response;
}
