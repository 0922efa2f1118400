import * as v from 'valibot';

/** One kind of background work. `run` may run again after a failure, so it has to bear repetition. */
export interface Job<Data> {
  name: string;
  parse(data: unknown): Data;
  run(data: Data): Promise<void>;
  /** Cron expression, UTC. */
  schedule?: string;
}

interface JobDefinition<Schema extends v.GenericSchema> {
  name: string;
  /** The queue is an edge like any other: an older release may have written what waits in it. */
  schema: Schema;
  run(data: v.InferOutput<Schema>): Promise<void>;
  schedule?: string;
}

export function defineJob<Schema extends v.GenericSchema>(
  definition: JobDefinition<Schema>,
): Job<v.InferOutput<Schema>> {
  const { name, schema, run, schedule } = definition;
  return {
    name,
    parse: (data) => v.parse(schema, data ?? {}),
    run,
    ...(schedule !== undefined && { schedule }),
  };
}
