import { SMTPServer } from 'smtp-server';
import { testPort } from '../testing/local-port.ts';

/** A mail server that accepts everything. Declare it before the portal that uses it. */
export function receivingServer() {
  const received: string[] = [];
  const recipients: string[] = [];
  const closed: string[] = [];
  const refused = new Set<string>();
  const held = new Map<string, (session: string, done: () => void) => void>();
  /** Makes the server wait with its answer about a recipient until `release`. `asked` is the session that waits. */
  const hold = (recipient: string) => {
    const asked = Promise.withResolvers<string>();
    const released = Promise.withResolvers<void>();
    held.set(recipient, (session, done) => {
      asked.resolve(session);
      void released.promise.then(done);
    });
    return { asked: asked.promise, release: released.resolve };
  };
  /** Makes the server refuse a recipient once, for lack of time, and name it. */
  const refuseOnce = (recipient: string) => void refused.add(recipient);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onClose: ({ id }) => closed.push(id),
    onRcptTo: ({ address }, { id }, done) => {
      recipients.push(address);
      const wait = held.get(address);
      if (refused.delete(address))
        done(Object.assign(new Error(`<${address}> later`), { responseCode: 451 }));
      else if (wait === undefined) done();
      else wait(id, done);
    },
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  const port = testPort(server.server);
  return { port, received, recipients, closed, hold, refuseOnce };
}
