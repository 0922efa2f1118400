import { describe, expect, it } from '@jest/globals';
import { listCdrs } from '@portal/contract/cdr';
import { type EndpointId, endpoints } from '@portal/contract/endpoints';
import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { endpointQuery, useQuery } from '../api/index.ts';
import { useFormat, useTranslation } from '../i18n/index.ts';
import { Link, useParams } from '../router/index.ts';
import { useBalance, useProfile, useServices } from '../session/index.ts';
import {
  cdrsResponse,
  problem,
  renderPage,
  reply,
  responses,
  sentTo,
  voicingStatsResponse,
} from './index.ts';

function AccountPage() {
  const { data: profile } = useProfile();
  const { data } = useServices();
  const balance = useBalance(data?.services[1]?.service_id);
  const { money } = useFormat();
  return (
    <>
      <h1>{profile?.name}</h1>
      <p>{balance.data && money(balance.data.balance, 'eur')}</p>
      <Link to="/elsewhere?a=1">elsewhere</Link>
    </>
  );
}

function CdrPage() {
  const { service = '' } = useParams();
  const { t } = useTranslation('error');
  const cdrs = useQuery(endpointQuery(listCdrs, { params: { service_id: service }, query: { limit: 10 } }));
  if (cdrs.isError) return <p role="alert">{t('maintenance')}</p>;
  return <p>{cdrs.data?.items[0]?.number_to}</p>;
}

describe('a rendered page', () => {
  it('has an account around it', async () => {
    renderPage(<AccountPage />, { path: '/profile' });
    expect(await screen.findByRole('heading', { name: 'Ann Tamm' })).toBeVisible();
    expect(await screen.findByText('€152.07')).toBeVisible();
  });

  it('stands at its address and says where a link leads', async () => {
    const page = renderPage(<AccountPage />, { path: '/profile' });
    await page.user.click(screen.getByRole('link', { name: 'elsewhere' }));
    expect(page.location()).toMatchObject({ pathname: '/elsewhere', search: '?a=1' });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('talks to a network that gives what the test says', async () => {
    const handlers = [reply(listCdrs, { ...cdrsResponse, total: 7 })];
    renderPage(<CdrPage />, { path: '/cdr/:service', url: '/cdr/svc_1', handlers });
    expect(await screen.findByText('+493023125101')).toBeVisible();
    expect(sentTo(listCdrs)).toMatchObject([
      { params: { service_id: 'svc_1' }, query: { limit: '10' }, body: null },
    ]);
  });

  it('sees refusals as the server words them', async () => {
    const handlers = [reply(listCdrs, problem('maintenance', { retryAfterSeconds: 30 }))];
    renderPage(<CdrPage />, { path: '/cdr/:service', url: '/cdr/svc_1', handlers });
    expect(await screen.findByRole('alert')).toHaveTextContent('We are working on this service');
    expect(sentTo(listCdrs)).toHaveLength(2);
  });
});

describe('the answers', () => {
  it.each(Object.keys(endpoints) as EndpointId[])('of %s keep the contract', (id) => {
    expect(v.safeParse(endpoints[id].response, responses[id]).issues).toBeUndefined();
  });

  it('of both kinds of statistics do', () => {
    expect(v.safeParse(endpoints.getStats.response, voicingStatsResponse).issues).toBeUndefined();
  });
});
