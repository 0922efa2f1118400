import { useRef } from 'react';
import { idempotencyKey } from './request.ts';

/**
 * Returns the key of an attempt to send `content`: the same content has the same key, however often it is sent, and other
 * content has a new one.
 */
export function useIdempotencyKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: idempotencyKey() };
    return last.current.key;
  };
}
