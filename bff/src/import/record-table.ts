/** A table of records. */
export interface RecordTable<Row> {
  name: 'cdrs' | 'messages';
  id(row: Row): string;
  /** When the call or message began. RFC 3339. */
  time(row: Row): string;
  idColumn: 'cdr_id' | 'message_id';
  timeColumn: 'started' | 'created';
  /** Whether ids contain the time as the source has it. Otherwise a record is looked for in all months. */
  idHasTime: boolean;
  /** What decides what a record costs, apart from prices: records with one id that differ in it are not the same. */
  content: readonly (keyof Row & string)[];
  /**
   * Records that began at the same moment and agree in these columns are the same, whatever their ids. A moment in whole seconds is the
   * same as any within its second. For formats whose ids depend on how a file writes moments and numbers.
   */
  sameAs?: readonly (keyof Row & string)[];
  /** The types of the columns that a row has. */
  columns: Readonly<Record<keyof Row & string, ColumnType>>;
}

export type ColumnType = 'text' | 'timestamptz' | 'integer' | 'smallint' | 'numeric' | 'boolean';

export interface PricedRow {
  /** Up to six decimals. */
  price: string;
}
