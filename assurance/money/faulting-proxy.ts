import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { statementIn, type WireMessage, WireReader } from './wire-messages.ts';

/** A moment in a transaction at which something is killed. */
export interface ProxyFault {
  /** A statement of the transaction. */
  statement: RegExp;
  /** The statement itself, or the commit of its transaction. */
  at: 'statement' | 'commit';
  /** Before the database gets it, or before its client learns that the database has done it. */
  when: 'before' | 'after';
}

export interface FaultingProxy extends AsyncDisposable {
  port: number;
  /**
   * Holds the connection that reaches the fault for the (`skip` + 1)th time: nothing more passes on it. `reached` is called then.
   */
  arm(fault: ProxyFault, skip: number, reached: () => void): void;
  /** Returns once a connection that has sent what leads to the fault has reached it, or has ended. */
  disarm(): Promise<void>;
}

interface Armed {
  fault: ProxyFault;
  skip: number;
  reached: () => void;
}

/** A connection on the way to a fault. */
interface Approach {
  when: ProxyFault['when'];
  reach(): void;
  /** The connection has ended. */
  end(): void;
}

/** Starts a proxy before a local database that stops connections at a named statement. The product knows nothing of it. */
export async function startFaultingProxy(databasePort: number): Promise<FaultingProxy> {
  let armed: Armed | undefined;
  /** Ends when no connection is on the way to a fault. */
  let underWay = Promise.resolve();
  const open = new Set<Socket>();
  /** Whether this message leads to the armed fault, by the statements of its transaction so far. */
  const approach = (statements: readonly string[]): Approach | undefined => {
    if (armed === undefined || !isAt(armed.fault, statements)) return undefined;
    if (armed.skip > 0) {
      armed.skip -= 1;
      return undefined;
    }
    const { fault, reached } = armed;
    armed = undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay = promise;
    const reach = () => {
      reached();
      resolve();
    };
    return { when: fault.when, reach, end: resolve };
  };
  const server = createServer((client) => {
    const upstream = connect(databasePort, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // Messages are forwarded one by one; together they would wait for acknowledgements.
      socket.setNoDelay(true);
      open.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          open.delete(socket);
          other.destroy();
        });
    }
    forward(client, upstream, approach);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    arm: (fault, skip, reached) => {
      armed = { fault, skip, reached };
    },
    disarm: () => {
      armed = undefined;
      return underWay;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards both directions until a fault is reached. */
function forward(
  client: Socket,
  upstream: Socket,
  approach: (statements: readonly string[]) => Approach | undefined,
): void {
  const [requests, responses] = [new WireReader('client'), new WireReader('server')];
  let statements: string[] = [];
  /** The fault after whose response nothing more is forwarded. */
  let awaited: Approach | undefined;
  let isHeld = false;

  const request = (message: WireMessage) => {
    const statement = statementIn(message);
    if (statement !== undefined) {
      const isInTransaction = /^begin\b/i.test(statements[0] ?? '') && !/^begin\b/i.test(statement);
      statements = isInTransaction ? [...statements, statement] : [statement];
      const fault = approach(statements);
      if (fault?.when === 'before') {
        isHeld = true;
        fault.reach();
        return;
      }
      awaited ??= fault;
      if (/^(?:commit|rollback)$/i.test(statement)) statements = [];
    }
    upstream.write(message.bytes);
  };
  client.on('data', (chunk) => {
    for (const message of requests.read(chunk)) if (!isHeld) request(message);
  });
  upstream.on('data', (chunk) => {
    for (const message of responses.read(chunk)) {
      if (isHeld) return;
      // "Ready for query" ends the response.
      if (awaited !== undefined && message.type === 'Z') {
        isHeld = true;
        awaited.reach();
      } else if (awaited === undefined) client.write(message.bytes);
    }
  });
  upstream.once('close', () => awaited?.end());
}

function isAt({ statement, at }: ProxyFault, statements: readonly string[]): boolean {
  const last = statements.at(-1) ?? '';
  if (at === 'statement') return statement.test(last);
  return /^commit$/i.test(last) && statements.some((one) => statement.test(one));
}
