import type { EndpointView } from '@portal/contract/endpoint';
import { endpointExamples } from '@portal/contract/endpoint-examples.fixtures';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';
import type * as v from 'valibot';

/** The body of an endpoint's successful response, as the server sends it. */
export type ResponseBody<E extends EndpointView> = v.InferInput<E['response']>;

// The contract's own examples, by name; what they lack for pages stands below them.
export const loginResponse = exampleOf('login');
/** A session that is good for accepting the agreement only. */
export const limitedLoginResponse = exampleOf('login', 1);
export const registerResponse = exampleOf('register');
export const confirmResponse = exampleOf('confirm');
export const acceptDpuResponse = exampleOf('acceptDpu');
export const restorePasswordResponse = exampleOf('restorePassword');
export const changePasswordResponse = exampleOf('changePassword');
export const verifyResponse = exampleOf('verifyAccess');
export const logoutResponse = exampleOf('logout');
/** A configured account in Estonia, in English. */
export const profileResponse: ResponseBody<(typeof endpoints)['getProfile']> = {
  ...exampleOf('getProfile'),
  language: 'en',
};
export const supportResponse = exampleOf('createTicket');
export const serviceResponse = exampleOf('updateService');
export const balanceResponse = exampleOf('getBalance');
export const serviceCountriesResponse = exampleOf('listServiceCountries');
export const voicingStatsResponse = voicingStats(exampleOf('getStats'));
export const messagesResponse = messages(exampleOf('getStats', 1));
export const cdrsResponse = exampleOf('listCdrs');
export const callTotalsResponse = exampleOf('getCallTotals');
export const messageTotalsResponse = exampleOf('getMessageTotals');
export const cdrResponse = exampleOf('getCdr');
export const messageResponse = exampleOf('getMessage');
export const rentedNumbersResponse = exampleOf('listRentedNumbers');
export const numberLabelResponse = exampleOf('updateNumberLabel');
export const messagingReportResponse = exampleOf('getMessagingReport');
export const paymentsResponse = exampleOf('listPayments');
export const invoicePaymentResponse = exampleOf('createInvoicePayment');
export const cryptoPaymentResponse = exampleOf('createCryptoPayment');
export const topUpQuoteResponse = exampleOf('quoteTopUp');
export const cancelPaymentResponse = exampleOf('cancelPayment');
export const cryptoDetailsResponse = exampleOf('getPayment');
export const thresholdResponse = exampleOf('setThreshold');
export const monthlyVatInvoicesResponse = exampleOf('listMonthlyVatInvoices');
export const monthlyVatInvoiceResponse = exampleOf('getMonthlyVatInvoice');
export const invoicePreviewResponse = exampleOf('previewMonthlyVatInvoice');
export const statementResponse = exampleOf('getStatement');
export const callRatesResponse = exampleOf('listCallRates');
export const messageRatesResponse = exampleOf('listMessageRates');
/** An account without saved views and chosen columns. */
export const noSavedViews: ResponseBody<(typeof endpoints)['listSavedViews']> = {
  success: true,
  views: [],
  columns: { calls: null, messages: null },
};
export const savedViewsResponse = exampleOf('listSavedViews');
export const savedViewResponse = exampleOf('createSavedView');
export const exportsResponse = exampleOf('listExports');
export const exportSchedulesResponse = exampleOf('listExportSchedules');

/** Answers of the optional endpoints. */
export const securityResponses = {
  exchangeToken: exampleOf('exchangeToken'),
  loginOtp: exampleOf('loginOtp'),
  getTwoFactor: exampleOf('getTwoFactor'),
  beginTwoFactor: exampleOf('beginTwoFactor'),
  enableTwoFactor: exampleOf('enableTwoFactor'),
  disableTwoFactor: exampleOf('disableTwoFactor'),
  renewRecoveryCodes: exampleOf('renewRecoveryCodes'),
  listSessions: exampleOf('listSessions'),
  endSession: exampleOf('endSession'),
  endOtherSessions: exampleOf('endOtherSessions'),
  revealToken: exampleOf('revealToken'),
  rotateToken: exampleOf('rotateToken'),
  promoteToken: exampleOf('promoteToken'),
  discardToken: exampleOf('discardToken'),
  /** With a cost that a test does not notice. */
  getBotCheckChallenge: exampleOf('getBotCheckChallenge'),
};

/** Answers about webhooks. */
export const webhookResponses = {
  listWebhooks: exampleOf('listWebhooks'),
  createWebhook: exampleOf('createWebhook'),
  updateWebhook: exampleOf('updateWebhook'),
  pauseWebhook: exampleOf('pauseWebhook'),
  resumeWebhook: exampleOf('resumeWebhook'),
  rotateWebhookSecret: exampleOf('rotateWebhookSecret'),
  deleteWebhook: exampleOf('deleteWebhook'),
  testWebhook: exampleOf('testWebhook'),
  listWebhookDeliveries: exampleOf('listWebhookDeliveries'),
  getWebhookDelivery: exampleOf('getWebhookDelivery'),
  replayWebhookDelivery: exampleOf('replayWebhookDelivery'),
};

/** A voicing service with a triggered alert and a messaging service without one. */
export const servicesResponse: ResponseBody<(typeof endpoints)['listServices']> = withMessaging(
  exampleOf('listServices'),
);

/** A plausible response of every endpoint. */
export const responses: { [Id in EndpointId]: ResponseBody<(typeof endpoints)[Id]> } = {
  login: loginResponse,
  register: registerResponse,
  confirm: confirmResponse,
  acceptDpu: acceptDpuResponse,
  restorePassword: restorePasswordResponse,
  changePassword: changePasswordResponse,
  verifyAccess: verifyResponse,
  logout: logoutResponse,
  getProfile: profileResponse,
  updateProfile: profileResponse,
  createTicket: supportResponse,
  listServices: servicesResponse,
  createService: serviceResponse,
  updateService: serviceResponse,
  getBalance: balanceResponse,
  getStats: messagesResponse,
  listCdrs: cdrsResponse,
  getCallTotals: callTotalsResponse,
  getMessageTotals: messageTotalsResponse,
  getCdr: cdrResponse,
  getMessage: messageResponse,
  listRentedNumbers: rentedNumbersResponse,
  listServiceCountries: serviceCountriesResponse,
  getMessagingReport: messagingReportResponse,
  createInvoicePayment: invoicePaymentResponse,
  createCryptoPayment: cryptoPaymentResponse,
  quoteTopUp: topUpQuoteResponse,
  cancelPayment: cancelPaymentResponse,
  getPayment: cryptoDetailsResponse,
  // A PDF, which tests reply with themselves.
  getPaymentDocument: exampleOf('getPaymentDocument'),
  listPayments: paymentsResponse,
  setThreshold: thresholdResponse,
  listMonthlyVatInvoices: monthlyVatInvoicesResponse,
  getMonthlyVatInvoice: monthlyVatInvoiceResponse,
  downloadMonthlyVatInvoices: exampleOf('downloadMonthlyVatInvoices'),
  previewMonthlyVatInvoice: invoicePreviewResponse,
  getStatement: statementResponse,
  exportCalls: exampleOf('exportCalls'),
  exportMessages: exampleOf('exportMessages'),
  listCallRates: callRatesResponse,
  listMessageRates: messageRatesResponse,
  exportRates: exampleOf('exportRates'),
  updateNumberLabel: numberLabelResponse,
  listSavedViews: savedViewsResponse,
  createSavedView: savedViewResponse,
  updateSavedView: exampleOf('updateSavedView'),
  deleteSavedView: exampleOf('deleteSavedView'),
  updateHistoryColumns: exampleOf('updateHistoryColumns'),
  listExports: exportsResponse,
  createExport: exampleOf('createExport'),
  cancelExport: exampleOf('cancelExport'),
  deleteExport: exampleOf('deleteExport'),
  downloadExport: exampleOf('downloadExport'),
  redeemExportLink: exampleOf('redeemExportLink'),
  ...webhookResponses,
  listExportSchedules: exportSchedulesResponse,
  createExportSchedule: exampleOf('createExportSchedule'),
  deleteExportSchedule: exampleOf('deleteExportSchedule'),
  ...securityResponses,
};

/** The response of the endpoint with the same method and path. */
export function defaultResponse({ method, path }: EndpointView): ResponseBody<EndpointView> {
  const found = Object.entries(endpoints).find(([, one]) => one.method === method && one.path === path);
  return found && new Map<string, unknown>(Object.entries(responses)).get(found[0]);
}

/** An example answer of the contract. */
function exampleOf<Id extends EndpointId>(id: Id, index = 0): ResponseBody<(typeof endpoints)[Id]> {
  const response: ResponseBody<(typeof endpoints)[Id]> | undefined = endpointExamples[id].responses[index];
  if (response === undefined) throw new Error(`The contract has no example ${index} of ${id}`);
  return response;
}

type Stats = ResponseBody<(typeof endpoints)['getStats']>;

function voicingStats(stats: Stats): Extract<Stats, { service_type: 'voicing' }> {
  if (stats.service_type !== 'voicing') throw new Error('the first example is of a voicing service');
  return stats;
}

function messages(stats: Stats): Extract<Stats, { service_type: 'messaging' }> {
  if (stats.service_type !== 'messaging') throw new Error('the second example is of a messaging service');
  return stats;
}

function withMessaging(
  answer: ResponseBody<(typeof endpoints)['listServices']>,
): ResponseBody<(typeof endpoints)['listServices']> {
  const [voicing] = answer.services;
  if (voicing === undefined) throw new Error('the example has a service');
  const messaging = {
    ...voicing,
    service_id: 'svc_ms_41TP',
    billing_id: '100483',
    type: 'messaging',
    balance: '152.0770',
    available: '152.0770',
    days_left: 50,
    threshold_enabled: false,
    threshold_amount: null,
    threshold_balance: null,
    threshold_state: 'off',
  };
  return { ...answer, services: [voicing, messaging], total: 2 };
}
