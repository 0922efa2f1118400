import type { EndpointView } from '@portal/contract/endpoint';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';
import type { ResponseBody } from './reply.ts';
import {
  acceptDpuResponse,
  balanceResponse,
  cdrsResponse,
  changePasswordResponse,
  confirmResponse,
  cryptoPaymentResponse,
  invoicePaymentResponse,
  loginResponse,
  logoutResponse,
  messagesResponse,
  messagingReportResponse,
  monthlyVatInvoiceResponse,
  monthlyVatInvoicesResponse,
  paymentsResponse,
  profileResponse,
  registerResponse,
  rentedNumbersResponse,
  restorePasswordResponse,
  securityResponses,
  serviceCountriesResponse,
  serviceResponse,
  servicesResponse,
  supportResponse,
  thresholdResponse,
  verifyResponse,
} from './responses.fixtures.ts';

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
  listRentedNumbers: rentedNumbersResponse,
  listServiceCountries: serviceCountriesResponse,
  getMessagingReport: messagingReportResponse,
  createInvoicePayment: invoicePaymentResponse,
  createCryptoPayment: cryptoPaymentResponse,
  listPayments: paymentsResponse,
  setThreshold: thresholdResponse,
  listMonthlyVatInvoices: monthlyVatInvoicesResponse,
  getMonthlyVatInvoice: monthlyVatInvoiceResponse,
  ...securityResponses,
};

/** The response of the endpoint with the same method and path. */
export function defaultResponse({ method, path }: EndpointView): ResponseBody<EndpointView> {
  const found = Object.entries(endpoints).find(([, one]) => one.method === method && one.path === path);
  return found && new Map<string, unknown>(Object.entries(responses)).get(found[0]);
}
