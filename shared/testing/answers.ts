import type { CallId } from '@portal/contract/calls';
import { logoutAnswer, profileAnswer, supportAnswer, verifyAnswer } from './account.fixtures.ts';
import { messagesAnswer, messagingReportAnswer } from './messaging.fixtures.ts';
import { monthlyVatInvoiceAnswer, monthlyVatInvoicesAnswer } from './monthly-vat-invoices.fixtures.ts';
import {
  cryptoPaymentAnswer,
  invoicePaymentAnswer,
  paymentsAnswer,
  thresholdAnswer,
} from './payments.fixtures.ts';
import type { Answer } from './reply.ts';
import { balanceAnswer, serviceAnswer, serviceCountriesAnswer, servicesAnswer } from './services.fixtures.ts';
import {
  acceptDpuAnswer,
  changePasswordAnswer,
  confirmAnswer,
  loginAnswer,
  registerAnswer,
  restorePasswordAnswer,
} from './users.fixtures.ts';
import { cdrsAnswer, rentedNumbersAnswer } from './voicing.fixtures.ts';

/** A plausible answer to every call. */
export const answers: { [Id in CallId]: Answer<Id> } = {
  login: loginAnswer,
  register: registerAnswer,
  confirm: confirmAnswer,
  acceptDpu: acceptDpuAnswer,
  restorePassword: restorePasswordAnswer,
  changePassword: changePasswordAnswer,
  verifyAccess: verifyAnswer,
  logout: logoutAnswer,
  getProfile: profileAnswer,
  updateProfile: profileAnswer,
  createTicket: supportAnswer,
  listServices: servicesAnswer,
  createService: serviceAnswer,
  updateService: serviceAnswer,
  getBalance: balanceAnswer,
  getStats: messagesAnswer,
  listCdrs: cdrsAnswer,
  listRentedNumbers: rentedNumbersAnswer,
  listServiceCountries: serviceCountriesAnswer,
  getMessagingReport: messagingReportAnswer,
  createInvoicePayment: invoicePaymentAnswer,
  createCryptoPayment: cryptoPaymentAnswer,
  listPayments: paymentsAnswer,
  setThreshold: thresholdAnswer,
  listMonthlyVatInvoices: monthlyVatInvoicesAnswer,
  getMonthlyVatInvoice: monthlyVatInvoiceAnswer,
};
