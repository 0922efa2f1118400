import type { Server } from 'node:http';

/** Bytes. A request of a browser has one to three slices. */
const sliceLength = 1024;

/**
 * Gives what arrives to Node's parser in slices. Node parses a packet of 64 KB in one go and emits all the requests, or parts of a
 * body, that it contains, even if the connection has been ended because of the first ones: thousands of tiny requests in each packet
 * occupied the process. What follows the end of a connection is not parsed.
 */
export function parseInSlices(server: Server): void {
  server.on('connection', (socket) => {
    const parsers = socket.listeners('data');
    socket.removeAllListeners('data');
    // Beside a listener, Node does not read the connection behind JavaScript's back.
    socket.on('data', (packet: Buffer) => {
      for (let start = 0; start < packet.length && !socket.destroyed; start += sliceLength) {
        // Node pauses a connection that does not read its responses, and parses the rest when it is resumed.
        if (socket.isPaused()) {
          socket.unshift(packet.subarray(start));
          return;
        }
        for (const parse of parsers)
          Reflect.apply(parse, socket, [packet.subarray(start, start + sliceLength)]);
      }
    });
  });
}
