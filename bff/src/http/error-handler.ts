import type { ErrorCode } from '@portal/contract/error';
import { DeliveryError } from '@portal/federation-server/live-composition';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConflict } from '../database/conflict.ts';
import { isOutage } from '../database/outage.ts';
import { type FieldError, HttpError, titleOf, unavailable } from '../errors/http-error.ts';
import { bodyRefusal, parameterRefusal } from '../errors/validation-refusal.ts';
import { ClientGone } from './gone-requests.ts';
import { hasCustomer, recordEvent, type SecurityEvent } from './security-log.ts';

interface ErrorHandling {
  /** Waits before the refusal of a request is sent. */
  beforeRefusal?: (request: FastifyRequest) => Promise<void>;
  /** Creates the error of addresses without a route; by default 404. */
  missing?: (() => HttpError) | undefined;
}

/** Turns every error into a problem+json response. A 5xx response hides the cause. */
export function handleErrors(
  app: FastifyInstance,
  { beforeRefusal = async () => undefined, missing = () => new HttpError('not_found') }: ErrorHandling = {},
): void {
  app.setErrorHandler(async (error: FastifyError | HttpError | Error, request, reply) => {
    const refusal = toHttpError(error);
    if (error instanceof ClientGone) request.log.info('abandoned');
    else if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    else
      request.log.info(
        { code: refusal.code, fields: refusal.details.errors?.map(({ field }) => field) },
        'refused',
      );
    recordRefusal(request, refusal);
    if (refusal.status < 500) await beforeRefusal(request);
    return sendProblem(request, reply, refusal);
  });
  app.setNotFoundHandler(async (request, reply) => {
    await beforeRefusal(request);
    return sendProblem(request, reply, missing());
  });
}

const eventOfCode: { [Code in ErrorCode]?: SecurityEvent } = {
  rate_limited: 'rate_limited',
  csrf_failed: 'csrf_refused',
};

/**
 * What a session may not use: ids of other accounts, which are indistinguishable from ids that do not exist, and everything
 * while a step of the login is missing.
 */
const accessCodes: readonly ErrorCode[] = [
  'not_found',
  'service_not_found',
  'dpu_required',
  'email_not_confirmed',
  'account_suspended',
];

/** Records errors that any endpoint may return. Endpoints record their own errors themselves. */
function recordRefusal(request: FastifyRequest, { code, details }: HttpError): void {
  const event = eventOfCode[code];
  if (event !== undefined) recordEvent(request, event);
  if (accessCodes.includes(code) && hasCustomer(request))
    recordEvent(request, 'access_refused', { how: `${code} ${request.method} ${pathTemplate(request)}` });
  const isPasswordWrong = details.errors?.some((error) => error.code === 'current_password_wrong');
  if (isPasswordWrong === true) recordEvent(request, 'password_refused');
}

/** The path without the ids in it, which the caller wrote: `/v1/services/:id/balance`. */
function pathTemplate({ routeOptions }: FastifyRequest): string {
  return routeOptions.url?.replaceAll('::', ':') ?? '';
}

/** Sends an error as the response. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: HttpError): FastifyReply {
  const { params, errors, headers = {}, extra = {} } = refusal.details;
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply
    .status(refusal.status)
    .type('application/problem+json')
    .send({
      ...extra,
      success: false,
      type: `https://docs.dalat.example/errors/${refusal.code}`,
      title: titleOf(refusal.code),
      status: refusal.status,
      code: refusal.code,
      ...(errors !== undefined && {
        detail: fieldsNeedAttention(errors.length),
        errors: errors.map(describe),
      }),
      ...(params !== undefined && { params }),
      request_id: request.id,
    });
}

function fieldsNeedAttention(count: number): string {
  return count === 1 ? '1 field needs attention' : `${count} fields need attention`;
}

function describe({ field, code, params }: FieldError) {
  const pointer = `/${field.replaceAll('.', '/')}`;
  return { field, pointer, code, message: titleOf(code), ...(params !== undefined && { params }) };
}

const codeOfFastify: Record<string, HttpError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new HttpError('malformed_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new HttpError('malformed_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new HttpError('malformed_json'),
  FST_ERR_CTP_BODY_TOO_LARGE: new HttpError('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new HttpError('unsupported_media_type'),
  FST_ERR_BAD_URL: new HttpError('bad_parameter'),
  FST_ERR_MAX_PARAM_LENGTH: new HttpError('not_found'),
};

/** Returns the HttpError for any error. */
export function toHttpError(error: FastifyError | HttpError | Error): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DeliveryError) return deliveryRefusal(error);
  const code = 'code' in error ? error.code : '';
  const known = codeOfFastify[code];
  if (known !== undefined) return known;
  // Other Fastify errors about a request that cannot be parsed. If its sender has gone away, it has the code of an outage.
  if ('statusCode' in error && error.statusCode === 400)
    return new HttpError('malformed_json', { cause: error });
  if (isOutage(error) || isConflict(error) || error instanceof ClientGone) return unavailable(error);
  // The path is a folder or leaves the served folder: there is no such file.
  if ('statusCode' in error && error.statusCode === 403) return new HttpError('not_found', { cause: error });
  return new HttpError('internal', { cause: error });
}

function deliveryRefusal({ code, issues }: DeliveryError): HttpError {
  if (code === 'maintenance') return unavailable();
  if (issues === undefined) return new HttpError('not_found');
  return code === 'wrong_body' ? bodyRefusal(issues) : parameterRefusal(issues);
}
