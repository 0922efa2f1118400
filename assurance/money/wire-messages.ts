/** A message of PostgreSQL's protocol, version 3. */
export interface WireMessage {
  /** Its type byte; empty for the first message of a client, which has none. */
  type: string;
  /** The whole message, as it was sent. */
  bytes: Buffer;
}

/** Splits what one side of a connection without TLS sends into messages. */
export class WireReader {
  #rest = Buffer.alloc(0);
  #hasStarted: boolean;

  constructor(side: 'client' | 'server') {
    this.#hasStarted = side === 'server';
  }

  /** The messages that are complete with this chunk. */
  read(chunk: Buffer): WireMessage[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const typeLength = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < typeLength + 4) return messages;
      const length = typeLength + this.#rest.readUInt32BE(typeLength);
      if (this.#rest.length < length) return messages;
      const bytes = this.#rest.subarray(0, length);
      messages.push({ type: bytes.toString('latin1', 0, typeLength), bytes });
      this.#rest = this.#rest.subarray(length);
      this.#hasStarted = true;
    }
  }
}

/** The statement in a client's message, in one line; undefined in messages without one. */
export function statementIn({ type, bytes }: WireMessage): string | undefined {
  if (type !== 'Q' && type !== 'P') return undefined;
  // A parse message names the prepared statement first.
  const start = type === 'Q' ? 5 : bytes.indexOf(0, 5) + 1;
  return bytes.toString('utf8', start, bytes.indexOf(0, start)).replaceAll(/\s+/g, ' ').trim();
}
