import { configureApi, settings } from './api-settings.ts';
import { queryClient } from './query-cache.tsx';

/**
 * Aborts the queries that are under way, and lets those that start meanwhile wait. Changes are not aborted, because nobody would learn
 * whether they were made. Returns a function that lets queries continue.
 */
export function holdQueries(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  configureApi({ hold: promise });
  settings.dropEarly?.();
  void queryClient.cancelQueries();
  return () => {
    configureApi({ hold: undefined });
    resolve();
  };
}
