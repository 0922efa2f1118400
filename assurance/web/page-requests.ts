import type { CDPSession } from '@playwright/test';

export interface RequestFigures {
  /** Requests that went to the network. */
  requests: number;
  /** Those of the API. */
  apiRequests: number;
  /** Transferred bytes, headers included. */
  bytes: number;
  scriptBytes: number;
  /** Addresses that were fetched more than once, with the same method. */
  twice: string[];
  /** Length of the longest chain of requests in which one causes the next; the document is the first. */
  depth: number;
}

interface Sent {
  method: string;
  url: string;
  depth: number;
  bytes?: number;
  isCached: boolean;
}

/** Follows a page's requests. `isIdle` returns whether none was under way for some milliseconds. */
export function watchRequests(
  session: CDPSession,
  document: string,
): { isIdle: (milliseconds: number) => boolean; figures: () => RequestFigures } {
  const sent = new Map<string, Sent>();
  const open = new Set<string>();
  const depths = new Map<string, number>();
  let lastEvent = performance.now();

  session.on('Network.requestWillBeSent', ({ requestId, request: { method, url }, initiator }) => {
    if (!url.startsWith('http')) return;
    lastEvent = performance.now();
    open.add(requestId);
    const causes = [initiator.url ?? [], initiator.stack?.callFrames[0]?.url ?? []].flat();
    const depth = 1 + Math.max(0, ...causes.map((cause) => depths.get(cause) ?? 0));
    if (!depths.has(url)) depths.set(url, depth);
    sent.set(requestId, { method, url, depth: depths.get(url) ?? depth, isCached: false });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => mark(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) mark(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    end(requestId);
    const request = sent.get(requestId);
    if (request !== undefined) request.bytes = encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));

  function mark(requestId: string): void {
    const request = sent.get(requestId);
    if (request !== undefined) request.isCached = true;
  }
  function end(requestId: string): void {
    lastEvent = performance.now();
    open.delete(requestId);
  }

  return {
    isIdle: (milliseconds) => open.size === 0 && performance.now() - lastEvent > milliseconds,
    figures: () => {
      const loaded = [...sent.values()].filter(({ isCached, bytes }) => !isCached && bytes !== undefined);
      const names = loaded.map(({ method, url }) => `${method} ${url}`);
      const scripts = loaded.filter(({ url }) => /\.js(?:\?|$)/.test(url));
      return {
        requests: loaded.length,
        apiRequests: loaded.filter(({ url }) => new URL(url).pathname.startsWith('/v1/')).length,
        bytes: total(loaded),
        scriptBytes: total(scripts),
        twice: [...new Set(names.filter((name, index) => names.indexOf(name) < index))].filter(
          (name) => !name.endsWith(document),
        ),
        depth: Math.max(0, ...loaded.map(({ depth }) => depth)),
      };
    },
  };
}

function total(requests: readonly Sent[]): number {
  return requests.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}
