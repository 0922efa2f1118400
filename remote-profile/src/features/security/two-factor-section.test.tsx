import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from '@portal/contract/two-factor';
import { queryClient } from '@portal/shared/api';
import {
  connectionLost,
  problem,
  profileResponse,
  type ResponseBody,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import SecuritySidebar from './security-sidebar.tsx';

type TwoFactor = ResponseBody<typeof getTwoFactor>;

const off: TwoFactor = { success: true, enabled: false, enabled_at: null, recovery_codes_left: 0 };
const on: TwoFactor = {
  success: true,
  enabled: true,
  enabled_at: '2026-11-20T10:00:00Z',
  recovery_codes_left: 9,
};
const profile = { ...profileResponse, features: { two_factor: true } };

function show(given: TwoFactor | (() => TwoFactor) = off, handlers: ReturnType<typeof reply>[] = []) {
  return renderPage(<SecuritySidebar />, {
    path: '/profile',
    handlers: [
      ...handlers,
      reply(getProfile, profile),
      reply(getTwoFactor, typeof given === 'function' ? given : () => given),
      reply(beginTwoFactor),
      reply(enableTwoFactor),
      reply(disableTwoFactor),
      reply(renewRecoveryCodes),
    ],
  });
}

const proxyPage = new HttpResponse<string>('<html>', { status: 504 });

const passwordField = () => screen.findByLabelText('Current password');

afterEach(() => void jest.restoreAllMocks());

describe('two-step verification', () => {
  it('is turned on with the keyboard alone: password, QR code, code, recovery codes', async () => {
    let isOn = false;
    const { user } = show(
      () => (isOn ? on : off),
      [
        reply(enableTwoFactor, () => {
          isOn = true;
          return { success: true, recovery_codes: ['7F3KQ-9XW2M', 'B0NCT-44RZE'] };
        }),
      ],
    );
    await screen.findByRole('button', { name: 'Turn on' });
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await passwordField()).toHaveFocus());
    await user.keyboard('Secret1!x{Enter}');
    const setup = await screen.findByRole('group', { name: 'Set up your app' });
    await waitFor(() => expect(setup).toHaveFocus());
    expect(within(setup).getByRole('img', { name: /QR code with the secret/ })).toBeVisible();
    expect(within(setup).getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(within(setup).getByRole('link', { name: /Open in an app/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^otpauth:\/\/totp\//),
    );
    await user.click(screen.getByRole('textbox', { name: 'Code from the app' }));
    await user.paste('493 201');
    await user.keyboard('{Enter}');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['7F3KQ-9XW2M', 'B0NCT-44RZE']);
    expect(screen.getByRole('group', { name: 'Your recovery codes' })).toHaveFocus();
    for (let tab = 0; tab < 4; tab += 1) await user.tab();
    expect(screen.getByRole('button', { name: 'I have kept them' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Two-step log-in is on.')).toBeVisible();
    expect(screen.queryByText('7F3KQ-9XW2M')).not.toBeInTheDocument();
    expect(screen.getByText('On')).toBeVisible();
    expect(screen.getByText(/9 recovery codes are left/)).toBeVisible();
    expect(sentTo(beginTwoFactor)[0]?.body).toEqual({ current_password: 'Secret1!x' });
    expect(sentTo(enableTwoFactor)[0]?.body).toEqual({ code: '493201' });
  });

  it('shows its true state and the recovery codes after a lost response, whatever code is sent again', async () => {
    let isOn = false;
    let isConnected = false;
    const { user } = show(
      () => (isOn ? on : off),
      [
        reply(enableTwoFactor, () => {
          isOn = true;
          return isConnected ? { success: true, recovery_codes: ['7F3KQ-9XW2M'] } : connectionLost;
        }),
      ],
    );
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    const code = await screen.findByRole('textbox', { name: 'Code from the app' });
    await user.type(code, '493201{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no connection');
    expect(await screen.findByText('On')).toBeVisible();
    isConnected = true;
    await user.clear(code);
    await user.type(code, '118275{Enter}');
    expect(await screen.findByText('7F3KQ-9XW2M')).toBeVisible();
    const keys = sentTo(enableTwoFactor).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('shows that it is on, and offers new codes, when another tab has turned it on', async () => {
    let isOn = false;
    const { user } = show(
      () => (isOn ? on : off),
      [
        reply(enableTwoFactor, () => {
          isOn = true;
          return problem('two_factor_enabled');
        }),
      ],
    );
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    await user.type(await screen.findByRole('textbox', { name: 'Code from the app' }), '493201{Enter}');
    expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeVisible();
    expect(screen.getByText('On')).toBeVisible();
  });

  it('shows a wrong password and a wrong code on their fields', async () => {
    const wrong = (field: string, code: string) =>
      problem('validation_failed', { errors: [{ field, code }] });
    let passwords = 0;
    const { user } = show(off, [
      reply(beginTwoFactor, () => {
        passwords += 1;
        return passwords === 1
          ? wrong('current_password', 'current_password_wrong')
          : { success: true, secret: 'JBSWY3DP', otpauth_url: 'otpauth://totp/Dalat:ann?secret=JBSWY3DP' };
      }),
      reply(enableTwoFactor, wrong('code', 'code_invalid')),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await passwordField(), 'Wrong1!xx{Enter}');
    expect(await screen.findByText('The current password is incorrect')).toBeVisible();
    await waitFor(async () => expect(await passwordField()).toHaveFocus());
    await user.keyboard('{Enter}');
    const code = await screen.findByRole('textbox', { name: 'Code from the app' });
    await user.type(code, '000000{Enter}');
    await waitFor(() => expect(code).toBeInvalid());
    expect(code).toHaveFocus();
  });

  it('moves the focus to a failure of the form as a whole', async () => {
    const { user } = show(off, [reply(beginTwoFactor, problem('rate_limited'))]);
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  });

  it('asks before the tab is closed while codes or a secret are shown, but not later', async () => {
    const { user } = show(on);
    const mayClose = () => globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    expect(await screen.findByText(/present recovery codes stop working/)).toBeVisible();
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    await screen.findByRole('list', { name: 'Recovery codes' });
    expect(mayClose()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    await screen.findByRole('button', { name: 'New recovery codes' });
    expect(mayClose()).toBe(true);
  });

  it('offers to copy, save and print the codes, which no cache holds', async () => {
    const { user } = show(on);
    const saved = jest.fn<(blob: Blob) => string>(() => 'blob:codes');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
    const printed = jest.fn();
    const append = document.body.append.bind(document.body);
    jest.spyOn(document.body, 'append').mockImplementation((...nodes) => {
      append(...nodes);
      const [frame] = nodes;
      if (frame instanceof HTMLIFrameElement) Object.assign(frame.contentWindow ?? {}, { print: printed });
    });
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Copy all' }));
    expect(copied).toHaveBeenCalledWith('7F3KQ-9XW2M\nB0NCT-44RZE');
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(clicked).toHaveBeenCalledTimes(1);
    expect(saved.mock.calls[0]?.[0].type).toBe('text/plain');
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(printed).toHaveBeenCalledTimes(1);
    const frame = document.querySelector('iframe');
    expect(frame?.contentDocument?.body.textContent).toContain('7F3KQ-9XW2M\nB0NCT-44RZE');
    frame?.contentWindow?.dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('iframe')).toBeNull();
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
    expect(JSON.stringify(caches.map((cache) => cache.getAll().map(({ state }) => state)))).not.toContain(
      '7F3KQ',
    );
  });

  it('is turned off with the password', async () => {
    let isOn = true;
    const { user } = show(
      () => (isOn ? on : off),
      [
        reply(disableTwoFactor, () => {
          isOn = false;
          return off;
        }),
      ],
    );
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(screen.getByText(/ask for your password alone/)).toBeVisible();
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    expect(await screen.findByText('Two-step log-in is off.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  it('shows that it is off when only the response was lost, and can be turned off again', async () => {
    let isOn = true;
    let isConnected = false;
    const lost = reply(disableTwoFactor, () => {
      isOn = false;
      return isConnected ? off : connectionLost;
    });
    const { user } = show(() => (isOn ? on : off), [lost]);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.type(await passwordField(), 'Secret1!x{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no connection');
    expect(await screen.findByText('Off')).toBeVisible();
    isConnected = true;
    await user.type(await passwordField(), '{Enter}');
    expect(await screen.findByText('Two-step log-in is off.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  it.each([
    ['with the connection', connectionLost],
    ['behind a page of a proxy', proxyPage],
  ] as const)(
    'says that the old recovery codes may be void when the new ones were lost %s',
    async (_where, response) => {
      let left = 1;
      const lost = reply(renewRecoveryCodes, () => {
        left = 10;
        return response;
      });
      const { user } = show(() => ({ ...on, recovery_codes_left: left }), [lost]);
      await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
      await user.type(await passwordField(), 'Secret1!x{Enter}');
      expect(await screen.findByText(/present recovery codes may no longer work/)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(await screen.findByText(/10 recovery codes are left/)).toBeVisible();
    },
  );

  it('cancels without a request, and returns the focus', async () => {
    const { user } = show(on);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('group', { name: 'Two-step log-in' })).toHaveFocus();
    expect(sentTo(disableTwoFactor)).toHaveLength(0);
  });

  it('warns when few recovery codes are left', async () => {
    show({ ...on, recovery_codes_left: 1 });
    expect(await screen.findByText(/1 recovery code is left/)).toBeVisible();
    expect(screen.getByText(/Make new recovery codes before/)).toBeVisible();
  });

  it('shows why its state could not be loaded, and tries again', async () => {
    let isDown = true;
    const down = reply(getTwoFactor, () => (isDown ? problem('maintenance') : off));
    const { user } = show(off, [down]);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
  });
});
