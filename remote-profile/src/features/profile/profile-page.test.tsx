import { describe, expect, it } from '@jest/globals';
import { getProfile, updateProfile } from '@portal/contract/profile';
import { i18n, languages } from '@portal/shared/i18n';
import {
  problem,
  profileResponse,
  type ResponseBody,
  renderPage,
  reply,
  sentTo,
  showLanguage,
} from '@portal/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import ProfilePage from './profile-page.tsx';

type Profile = ResponseBody<typeof getProfile>;

const path = '/profile';
const fresh: Profile = {
  ...profileResponse,
  configured: false,
  status: 'not_verified',
  address: null,
  country: null,
  tax_number: null,
  tax_number_can_edit: true,
  tax_status: null,
  currency: null,
  currency_can_edit: true,
};

// A server that saves what it receives.
function show(profile: Profile = profileResponse, url = path) {
  let saved = profile;
  return renderPage(<ProfilePage />, {
    path,
    url,
    handlers: [
      reply(getProfile, () => saved),
      reply(updateProfile, ({ body }) => {
        saved = { ...saved, ...(body as Partial<Profile>) };
        return saved;
      }),
    ],
  });
}

const save = () => screen.getByRole('button', { name: 'Save changes' });
const retyped = async (user: ReturnType<typeof show>['user'], label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
  return field;
};
const choose = async (user: ReturnType<typeof show>['user'], label: RegExp, option: string) => {
  await user.click(await screen.findByRole('button', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('the account', () => {
  it('shows its status and why it has its VAT', async () => {
    show({ ...profileResponse, tax_reason: 'provider_country', tax_country: 'ee' });
    expect(await screen.findByText('Verified')).toBeVisible();
    expect(screen.getByText('Configured')).toBeVisible();
    expect(screen.getByText('24%')).toBeVisible();
    expect(await screen.findByText(/You and we are in the same country \(Estonia, 24%\)/)).toBeVisible();
  });

  it('says what to do about a tax number that is not confirmed, and that the VAT is declared abroad', async () => {
    const tax = { tax_reason: 'tax_number_invalid', tax_country: 'de', tax_value: '19.00' };
    show({ ...profileResponse, ...tax });
    const why = await screen.findByText(/does not confirm your VAT number/);
    expect(why).toHaveTextContent('Germany, 19%');
    expect(why).toHaveTextContent('one-stop shop (OSS)');
    expect(why).toHaveTextContent('contact support');
  });

  it('shows no credentials while there is no API that accepts them', async () => {
    show({ ...profileResponse, features: { account_tokens: true } });
    await screen.findByText('Verified');
    expect(screen.queryByText('AC5f0c2d9be1')).toBeNull();
    expect(screen.queryByText('••••9c2f')).toBeNull();
  });

  it('shows the credentials of an API', async () => {
    show({ ...profileResponse, features: { account_api: true } });
    expect(await screen.findByText('AC5f0c2d9be1')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy the account SID' })).toBeVisible();
    expect(screen.getByText('••••9c2f')).toBeVisible();
  });

  it('shows a status of a later server as it is, with its reason', async () => {
    show({ ...profileResponse, status: 'on_review', status_reason: 'Documents are missing' });
    expect(await screen.findByText('on_review')).toBeVisible();
    expect(screen.getByText('Documents are missing')).toBeVisible();
  });

  it('shows how far the setup is, and opens it', async () => {
    const page = show(fresh);
    await page.user.click(await screen.findByRole('button', { name: 'Continue the set-up' }));
    expect(screen.getByText('Set-up: 2 of 5 steps done')).toBeVisible();
    expect(screen.getByText('Next: Country and address')).toBeVisible();
    expect(page.location().search).toBe('?sidebar=profile/quick-start');
  });

  it('shows nothing about a setup that is done', async () => {
    show();
    await screen.findByText('Configured');
    expect(screen.queryByText(/steps done/)).not.toBeInTheDocument();
  });

  it('shows that loading failed, and can be tried again', async () => {
    let isUp = false;
    const page = renderPage(<ProfilePage />, {
      path,
      handlers: [reply(getProfile, () => (isUp ? profileResponse : problem('maintenance')))],
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isUp = true;
    await page.user.click(retry);
    expect(await screen.findByLabelText('Company name')).toHaveValue('Example Trading OÜ');
  });
});

describe('saving', () => {
  it('sends what was changed and nothing else', async () => {
    const { user } = show();
    await retyped(user, 'Company name', 'Example Holding OÜ');
    await user.click(save());
    expect(await screen.findByText('Your profile is saved.')).toBeVisible();
    expect(sentTo(updateProfile)[0]?.body).toEqual({ company: 'Example Holding OÜ' });
  });

  it('requires no address to save a name', async () => {
    const { user } = show(fresh);
    await retyped(user, 'Name', 'Ann Kask');
    await user.click(save());
    await waitFor(() => expect(sentTo(updateProfile)[0]?.body).toEqual({ name: 'Ann Kask' }));
  });

  it('shows that there is nothing to save', async () => {
    const { user } = show();
    await screen.findByLabelText('Name');
    await user.click(save());
    expect(await screen.findByText(/There is nothing to save/)).toBeVisible();
    expect(sentTo(updateProfile)).toHaveLength(0);
  });

  it('rejects an invalid field without a request, and moves the focus there', async () => {
    const { user } = show();
    const name = await retyped(user, 'Name', 'A');
    await user.click(save());
    await waitFor(() => expect(name).toHaveFocus());
    expect(screen.getByText('Name length must be from 3 to 32 characters')).toBeVisible();
    expect(sentTo(updateProfile)).toHaveLength(0);
  });

  it("shows the server's rejection on its field, and preserves the typed value", async () => {
    const { user } = renderPage(<ProfilePage />, {
      path,
      handlers: [
        reply(
          updateProfile,
          problem('validation_failed', { errors: [{ field: 'phone', code: 'phone_pattern', message: '' }] }),
        ),
      ],
    });
    const phone = await retyped(user, 'Phone', '37255500000');
    await user.click(save());
    expect(await screen.findByText('Phone number is incorrect')).toBeVisible();
    expect(phone).toHaveValue('37255500000');
  });

  it('shows the present profile when a field was locked elsewhere', async () => {
    let profile: Profile = { ...fresh, country: 'ee' };
    const { user } = renderPage(<ProfilePage />, {
      path,
      handlers: [
        reply(getProfile, () => profile),
        reply(updateProfile, () => {
          profile = { ...profile, currency: 'usd', currency_can_edit: false };
          return problem('currency_locked');
        }),
      ],
    });
    await choose(user, /^Currency/, 'Euro (EUR)');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Save permanently' }));
    expect(await screen.findByText(/The currency can no longer be changed/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Currency US dollar/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
  });

  it('asks before unsaved changes are left, but not once they are saved', async () => {
    const { user } = show();
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await screen.findByLabelText('Name');
    expect(isAsked()).toBe(false);
    await retyped(user, 'Name', 'Ann Kask');
    expect(isAsked()).toBe(true);
    await user.click(save());
    await screen.findByText('Your profile is saved.');
    await waitFor(() => expect(isAsked()).toBe(false));
  });

  it('discards changes', async () => {
    const { user } = show();
    const name = await retyped(user, 'Name', 'Somebody');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(name).toHaveValue('Ann Tamm');
  });
});

describe('a field that is set permanently', () => {
  it('is explained first, shown again, and sent after consent', async () => {
    const { user } = show(fresh);
    expect(await screen.findByText(/Currency and tax number are set once/)).toBeVisible();
    await choose(user, /^Country/, 'Estonia');
    expect(screen.getByText('In Estonia for example EE100000010')).toBeVisible();
    await user.type(screen.getByLabelText('Tax number'), 'ee 100 000 010');
    await user.click(save());
    const question = await screen.findByRole('alertdialog', { name: 'Save permanently?' });
    expect(within(question).getByText('EE100000010')).toBeVisible();
    expect(within(question).getByText('Estonia')).toBeVisible();
    expect(sentTo(updateProfile)).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Save permanently' }));
    await waitFor(() => expect(screen.getByLabelText('Tax number')).toHaveValue('EE100000010'));
    expect(sentTo(updateProfile)[0]?.body).toEqual({ country: 'ee', tax_number: 'EE100000010' });
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
  });

  it('stays unsaved when the customer wants to check again', async () => {
    const { user } = show(fresh);
    await choose(user, /^Country/, 'Estonia');
    await choose(user, /^Currency/, 'Euro (EUR)');
    await user.click(save());
    const question = await screen.findByRole('alertdialog', { name: 'Save permanently?' });
    // Without a tax number it can still be changed later.
    expect(within(question).queryByText('Country')).not.toBeInTheDocument();
    await user.click(within(question).getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(save()).toBeEnabled());
    expect(sentTo(updateProfile)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  });

  it('requires the country, and shows its example when the number is wrong', async () => {
    const { user } = show({ ...fresh, country: 'de' });
    await user.type(await screen.findByLabelText('Tax number'), '12345');
    await user.tab();
    expect(screen.getByText('Invalid tax number. Example: DE123456788')).toBeVisible();
  });

  it('is read-only later, with the reason and a link to support', async () => {
    show();
    expect(await screen.findByLabelText('Tax number')).toHaveAttribute('readonly');
    expect(screen.getByText(/The currency is fixed because/)).toBeVisible();
    const [link] = screen.getAllByRole('link', { name: 'Contact support' });
    expect(link).toHaveAttribute('href', expect.stringContaining('sidebar=profile/support'));
    expect(link).toHaveAttribute('href', expect.stringContaining('sidebar.category=account'));
  });
});

describe('the register of tax numbers', () => {
  const asked: Profile = { ...profileResponse, tax_reason: 'tax_number_unchecked', tax_checked_at: null };

  it.each([
    ['unchecked', 'To be checked', /having the number looked up.*Until it is confirmed/],
    ['invalid', 'Not valid', /does not know this number.*ask your tax office.*Until it is confirmed/],
    ['unavailable', 'Register unavailable, to be checked again', /does not answer.*Until it is confirmed/],
  ])('shows what "%s" means and costs', async (tax_status, word, meaning) => {
    show({
      ...asked,
      tax_status,
      tax_reason: tax_status === 'invalid' ? 'tax_number_invalid' : 'tax_number_unchecked',
    });
    expect(await screen.findByText(word)).toBeVisible();
    expect(screen.getByText(meaning)).toBeVisible();
    if (tax_status === 'unavailable') expect(screen.queryByText(/not valid/i)).not.toBeInTheDocument();
  });

  it('shows when it confirmed the number, and nothing about VAT', async () => {
    show({ ...profileResponse, tax_status: 'valid', tax_checked_at: '2026-11-20T10:00:00Z' });
    expect(await screen.findByText(/confirmed the number on/)).toBeVisible();
    expect(screen.queryByText(/Until it is confirmed/)).not.toBeInTheDocument();
  });

  it('shows nothing about a number that no register knows', async () => {
    show({ ...profileResponse, country: 'us', tax_status: null });
    await screen.findByText('Configured');
    expect(screen.queryByText(/register/)).not.toBeInTheDocument();
  });

  it('updates the page automatically', async () => {
    let profile: Profile = { ...asked, tax_status: 'unchecked' };
    renderPage(<ProfilePage />, { path, handlers: [reply(getProfile, () => profile)] });
    expect(await screen.findByText('To be checked')).toBeVisible();
    profile = { ...asked, tax_status: 'valid', tax_reason: 'reverse_charge', tax_value: '0.00' };
    expect(await screen.findByText('Valid')).toBeVisible();
    expect(screen.getByText(/^Reverse charge: your VAT number is confirmed/)).toBeVisible();
  });

  it('shows each form of a country that has several', async () => {
    show({ ...fresh, country: 'es' });
    expect(
      await screen.findByText('In Spain for example ESX12345678, ES12345678X, or ESX1234567X'),
    ).toBeVisible();
  });

  it('warns about a number with an unusual form for the country, without rejecting it', async () => {
    const { user } = show({ ...fresh, country: 'ee', currency: 'eur', currency_can_edit: false });
    const field = await screen.findByLabelText('Tax number');
    await user.type(field, 'EE200000010');
    expect(screen.queryByText(/does not look like a number/)).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByText(/does not look like a number of this country \(Estonia\)/)).toBeVisible();
    expect(field).not.toBeInvalid();
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Save permanently' }));
    await waitFor(() => expect(sentTo(updateProfile)).toHaveLength(1));
  });
});

describe('single fields', () => {
  it('cleans a pasted phone number', async () => {
    const { user } = show();
    const phone = await screen.findByLabelText('Phone');
    await user.clear(phone);
    await user.click(phone);
    await user.paste(' +49.30/901\u00a08');
    expect(phone).toHaveValue('49 30 901 8');
  });

  it('shows the e-mail address with its pending change', async () => {
    show({ ...profileResponse, pending_email: 'new@example.com' });
    expect(await screen.findByLabelText('E-mail')).toHaveAttribute('readonly');
    expect(screen.getByText(/We have written to new@example.com/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change e-mail' })).toHaveAttribute(
      'href',
      expect.stringContaining('sidebar=profile/email'),
    );
  });

  // WCAG 2.5.3: a customer says what the link shows to press it by voice.
  it.each(languages.map(({ code }) => code))(
    'names the link to the e-mail by its text in %s',
    async (language) => {
      renderPage(<ProfilePage />, { path: '/profile', language, handlers: [reply(getProfile)] });
      const link = await waitFor(() => {
        const found = document.querySelector('a[href*="profile/email"]');
        expect(found).not.toBeNull();
        return found!;
      });
      const name = link.getAttribute('aria-label')!.toLocaleLowerCase(language);
      expect(name).toContain(link.textContent.toLocaleLowerCase(language));
    },
  );

  it('offers UTC among the time zones', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: /^Time zone/ }));
    await user.keyboard('utc');
    await user.click(await screen.findByRole('option', { name: 'UTC' }));
    await user.click(save());
    await waitFor(() => expect(sentTo(updateProfile)[0]?.body).toEqual({ timezone: 'UTC' }));
  });

  it.each([
    ['kolkata', 'Asia/Kolkata UTC+05:30'],
    ['+5:45', 'Asia/Kathmandu UTC+05:45'],
    ['kiev', /^Europe\/Kyiv /],
    ['buenos aires', 'America/Argentina/Buenos Aires UTC-03:00'],
  ])('finds a time zone by "%s"', async (typed, name) => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: /^Time zone/ }));
    await user.keyboard(typed);
    expect(await screen.findByRole('option', { name })).toBeVisible();
    expect(screen.queryByRole('option', { name: /Tallinn/ })).not.toBeInTheDocument();
  });

  it('changes the language immediately, and saves it automatically', async () => {
    // The portal loads the texts of a language before it switches, so both languages are present.
    showLanguage('de');
    const { user } = show();
    const name = await retyped(user, 'Name', 'Ann Kask');
    await choose(user, /^Language/, 'Deutsch');
    expect(await screen.findByRole('heading', { name: 'Profil' })).toBeVisible();
    await waitFor(() => expect(sentTo(updateProfile)[0]?.body).toEqual({ language: 'de' }));
    expect(screen.getByRole('button', { name: /^Land Estland/ })).toBeVisible();
    expect(name).toHaveValue('Ann Kask');
    await act(() => i18n.changeLanguage('en'));
  });

  it('moves the focus to the field that a link names', async () => {
    const page = show(fresh, `${path}#currency`);
    await waitFor(() => expect(screen.getByRole('button', { name: /^Currency/ })).toHaveFocus());
    await waitFor(() => expect(page.location().hash).toBe(''));
  });
});
