export interface ApiSettings {
  /** Absolute URL, or a path on the portal's own origin. */
  baseUrl: string;
  /** Called once for any number of calls that find the session gone. */
  onUnauthorized: () => void;
  /** Answers to calls that the page started before this code ran; each is asked for once. */
  early?: ((request: Request) => Promise<Response> | undefined) | undefined;
}

export const settings: ApiSettings = { baseUrl: '/', onUnauthorized: () => undefined };

/** Points the client at its server and says what to do when the session is gone; the host calls it at start. */
export function configureApi(changes: Partial<ApiSettings>): void {
  Object.assign(settings, changes);
}
