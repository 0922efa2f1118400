import { requestFile } from '@portal/shared/api';
import * as v from 'valibot';

/** What the page shows of a JSON schema. */
export interface ValueSchema {
  type?: string | undefined;
  enum?: readonly unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  properties?: Record<string, ValueSchema> | undefined;
  items?: ValueSchema | undefined;
  anyOf?: ValueSchema[] | undefined;
  oneOf?: ValueSchema[] | undefined;
}

const valueSchema: v.GenericSchema<ValueSchema> = v.object({
  type: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  default: v.optional(v.unknown()),
  properties: v.optional(v.lazy(() => v.record(v.string(), valueSchema))),
  items: v.optional(v.lazy(() => valueSchema)),
  anyOf: v.optional(v.lazy(() => v.array(valueSchema))),
  oneOf: v.optional(v.lazy(() => v.array(valueSchema))),
});

const parameterSchema = v.object({
  in: v.string(),
  name: v.string(),
  required: v.boolean(),
  explode: v.optional(v.boolean()),
  schema: valueSchema,
});
export type Parameter = v.InferOutput<typeof parameterSchema>;

const responseSchema = v.object({
  description: v.string(),
  content: v.record(v.string(), v.object({ schema: valueSchema })),
});

const operationSchema = v.object({
  operationId: v.string(),
  summary: v.string(),
  security: v.array(v.record(v.string(), v.unknown())),
  parameters: v.array(parameterSchema),
  responses: v.record(v.string(), responseSchema),
});

/** An operation of the account API. */
export interface Operation extends v.InferOutput<typeof operationSchema> {
  /** `/v1/services/{service_id}/balance`. */
  path: string;
}

const webhookSchema = v.object({
  summary: v.string(),
  requestBody: v.object({ content: v.object({ 'application/json': v.object({ schema: valueSchema }) }) }),
});

/** An event that a customer's server can be notified of. */
export interface WebhookEvent {
  type: string;
  summary: string;
  body: ValueSchema;
}

const descriptionSchema = v.object({
  info: v.object({ description: v.string() }),
  servers: v.tupleWithRest([v.object({ url: v.string() })], v.unknown()),
  paths: v.record(v.string(), v.object({ get: v.optional(operationSchema) })),
  webhooks: v.optional(v.record(v.string(), v.object({ post: webhookSchema })), {}),
  tags: v.optional(v.array(v.object({ name: v.string(), description: v.string() })), []),
});

export interface ApiDescription {
  /** Paragraphs, in which code stands between backticks. */
  guide: string[];
  /** The address of the API, without a trailing slash. */
  server: string;
  operations: Operation[];
  /** How webhooks are received, as `guide`. */
  webhooksGuide: string[];
  webhooks: WebhookEvent[];
}

export const documentPath = 'openapi.json';

/** Loads the OpenAPI document and picks what programs with the account's token may call. */
export async function loadApiDescription({ signal }: { signal: AbortSignal }): Promise<ApiDescription> {
  const document = await requestFile(documentPath, 'application/json', signal);
  const { info, servers, paths, webhooks, tags } = v.parse(
    descriptionSchema,
    JSON.parse(await document.text()),
  );
  const operations = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.security.some((scheme) => 'account' in scheme) ? [{ ...get, path }] : [],
  );
  const aboutWebhooks = tags.find(({ name }) => name === 'webhooks')?.description;
  return {
    guide: info.description.split('\n\n'),
    server: servers[0].url.replace(/\/$/, ''),
    operations,
    webhooksGuide: aboutWebhooks?.split('\n\n') ?? [],
    webhooks: Object.entries(webhooks).map(([type, { post }]) => ({
      type,
      summary: post.summary,
      body: post.requestBody.content['application/json'].schema,
    })),
  };
}
