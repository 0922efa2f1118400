import * as v from 'valibot';
import { cdrQuerySchema, cdrsPageSchema } from './cdr.ts';
import { type Endpoint, type EndpointView, listErrors } from './endpoint.ts';
import { messagesPageSchema, messagesQuerySchema } from './messages.ts';
import { messagingReportQuerySchema, messagingReportSchema } from './messaging-report.ts';
import { pathIdSchema } from './paging.ts';
import { rentedNumbersPageSchema, rentedNumbersQuerySchema } from './rented-numbers.ts';
import { serviceCountriesSchema } from './service-countries.ts';
import {
  balanceSchema,
  createServiceRequestSchema,
  serviceResponseSchema,
  servicesSchema,
  updateServiceRequestSchema,
} from './services.ts';
import { statsPageSchema, statsQuerySchema } from './stats.ts';
import { voicingStatsPageSchema, voicingStatsQuerySchema } from './voicing-stats.ts';

/** Path parameters of the endpoints of one service. */
export const serviceParamsSchema = v.object({ service_id: pathIdSchema });

export const listServices = {
  number: 12,
  method: 'GET',
  path: '/v1/services/all',
  summary: 'All services of the account',
  access: 'session',
  status: 200,
  response: servicesSchema,
  errors: [],
} as const satisfies Endpoint;

export const createService = {
  number: 13,
  method: 'POST',
  path: '/v1/services',
  summary: 'Open a service',
  access: 'session',
  body: createServiceRequestSchema,
  status: 201,
  response: serviceResponseSchema,
  errors: ['service_exists', 'not_configured'],
  idempotent: true,
} as const satisfies Endpoint;

export const updateService = {
  number: 14,
  method: 'PUT',
  path: '/v1/services/{service_id}',
  summary: 'Change the low-balance threshold of a service',
  access: 'session',
  params: serviceParamsSchema,
  body: updateServiceRequestSchema,
  status: 200,
  response: serviceResponseSchema,
  errors: ['service_not_found', 'amount_invalid', 'amount_below_minimum', 'amount_above_maximum'],
} as const satisfies Endpoint;

export const getBalance = {
  number: 15,
  method: 'GET',
  path: '/v1/services/{service_id}/balance',
  summary: 'The balance of a service',
  access: 'session',
  params: serviceParamsSchema,
  status: 200,
  response: balanceSchema,
  errors: ['service_not_found'],
} as const satisfies Endpoint;

export const getStats = {
  number: 16,
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  summary: 'Statistics of calls, or the list of messages, by the type of the service',
  access: 'session',
  params: serviceParamsSchema,
  query: statsQuerySchema,
  status: 200,
  response: statsPageSchema,
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;

/** `getStats` of a voicing service. */
export const listVoicingStats = {
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  params: serviceParamsSchema,
  query: voicingStatsQuerySchema,
  response: voicingStatsPageSchema,
} as const satisfies EndpointView;

/** `getStats` of a messaging service. */
export const listMessages = {
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  params: serviceParamsSchema,
  query: messagesQuerySchema,
  response: messagesPageSchema,
} as const satisfies EndpointView;

export const listCdrs = {
  number: 17,
  method: 'GET',
  path: '/v1/services/{service_id}/cdr',
  summary: 'Call detail records',
  access: 'session',
  params: serviceParamsSchema,
  query: cdrQuerySchema,
  status: 200,
  response: cdrsPageSchema,
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;

export const listRentedNumbers = {
  number: 18,
  method: 'GET',
  path: '/v1/services/{service_id}/numbers/rented',
  summary: 'Rented phone numbers',
  access: 'session',
  params: serviceParamsSchema,
  query: rentedNumbersQuerySchema,
  status: 200,
  response: rentedNumbersPageSchema,
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;

export const listServiceCountries = {
  number: 19,
  method: 'GET',
  path: '/v1/services/{service_id}/country',
  summary: 'Countries the service had calls or messages with',
  access: 'session',
  params: serviceParamsSchema,
  status: 200,
  response: serviceCountriesSchema,
  errors: ['service_not_found'],
} as const satisfies Endpoint;

export const getMessagingReport = {
  number: 20,
  method: 'GET',
  path: '/v1/services/{service_id}/report',
  summary: 'Report of messages by country and operator',
  access: 'session',
  params: serviceParamsSchema,
  query: messagingReportQuerySchema,
  status: 200,
  response: messagingReportSchema,
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;

/** Endpoints 12 to 20: services and what happened on them. */
export const serviceEndpoints = {
  listServices,
  createService,
  updateService,
  getBalance,
  getStats,
  listCdrs,
  listRentedNumbers,
  listServiceCountries,
  getMessagingReport,
} as const;
