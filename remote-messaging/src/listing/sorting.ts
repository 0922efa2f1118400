import type { Sort } from '@portal/shared/ui';

/** The first step of an order (`-created`) as a table shows it; column ids are the order's fields. */
export function sortOf(order: string | null | undefined): Sort | undefined {
  const [term = ''] = order?.split(',') ?? [];
  if (term === '') return undefined;
  return term.startsWith('-') ? { id: term.slice(1), direction: 'desc' } : { id: term, direction: 'asc' };
}

export function orderOf({ id, direction }: Sort): string {
  return direction === 'desc' ? `-${id}` : id;
}
