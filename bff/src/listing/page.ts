interface Paging {
  limit: number;
  offset: number;
}

/** The members that every list answers with. */
export function page<Item>({ limit, offset }: Paging, order: string | null, items: Item[], total: number) {
  return {
    success: true as const,
    items,
    total,
    limit,
    offset,
    has_more: offset + items.length < total,
    order,
  };
}
