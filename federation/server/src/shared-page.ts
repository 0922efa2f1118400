import { Readable } from 'node:stream';

/** A page that is the same for everyone who gets one with this key; as a stream it is its HTML, uncompressed. */
export class SharedPage extends Readable {
  readonly key: string;
  readonly html: () => string;

  constructor(key: string, html: () => string) {
    super();
    this.key = key;
    this.html = html;
  }

  override _read(): void {
    this.push(this.html());
    this.push(null);
  }
}
