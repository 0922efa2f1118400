import { Readable } from 'node:stream';
import { escapeHtml } from './escape-html.ts';
import type { PortalHtml } from './portal-html.ts';

/** A response of the API that the page will request, as it would have been sent to it. */
export interface FirstResponse {
  method: string;
  /** Relative to the API, with the query: `v1/services/all`. */
  address: string;
  /** RFC 9110: the `Date` of the response. */
  date: string;
  /** JSON. */
  body: string;
  /** Whether its compressed length could reveal a secret. */
  isSecret: boolean;
}

/** HTML that is compressed separately from what stands before it. */
export interface PagePart {
  html: string;
  isSecret: boolean;
}

/**
 * A page whose HTML ends with responses of the API, each as soon as it is there. `start` is the same for everyone and contains all that
 * is shown; as a stream it is the whole page, uncompressed.
 */
export class StreamedPage extends Readable {
  /** The same for pages with the same start, if there is one. */
  readonly key: string | undefined;
  readonly start: () => string;
  /** What follows; can be iterated once. Its responses end when the iteration ends early, because the visitor has left. */
  readonly parts: AsyncGenerator<PagePart>;
  #isStarted = false;

  constructor({ key, start, end }: PortalHtml, responses: AsyncIterable<FirstResponse>) {
    super();
    this.key = key;
    this.start = start;
    this.parts = partsOf(responses, end);
  }

  override _read(): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.push(this.start());
      return;
    }
    this.parts.next().then(
      ({ done, value }) => this.push(done === true ? null : value.html),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.parts.return(undefined).catch(() => undefined);
    callback(error);
  }
}

async function* partsOf(
  responses: AsyncIterable<FirstResponse>,
  end: () => string,
): AsyncGenerator<PagePart> {
  for await (const response of responses) yield { html: block(response), isSecret: response.isSecret };
  yield { html: end(), isSecret: false };
}

/** A script element that no browser runs. An escaped "<" cannot end it. */
function block({ method, address, date, body }: FirstResponse): string {
  const attributes = `data-response="${escapeHtml(`${method} ${address}`)}" data-date="${escapeHtml(date)}"`;
  return `<script type="application/json" ${attributes}>${body.replaceAll('<', '\\u003c')}</script>\n`;
}
