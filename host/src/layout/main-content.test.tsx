import { afterEach, expect, jest, test } from '@jest/globals';
import { useLocation } from '@portal/shared/router';
import { renderPage } from '@portal/shared/testing';
import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { MainContent } from './main-content.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

/** A page whose frame is another one on each path. */
function FramedPage() {
  const { pathname } = useLocation();
  return (
    <MainContent key={pathname} ref={createRef()}>
      <input aria-label="Field" />
    </MainContent>
  );
}

test('leaves the focus on the first page, and takes it when a page with another frame is shown', async () => {
  const { navigate } = renderPage(<FramedPage />, { path: '/:page?', url: '/' });
  expect(document.body).toHaveFocus();
  await act(() => navigate('/other'));
  expect(screen.getByRole('main')).toHaveFocus();
  screen.getByRole('textbox').focus();
  await act(() => navigate('/other?filter=on'));
  expect(screen.getByRole('textbox')).toHaveFocus();
});

test('announces that the device is offline, in a live region that is there before', () => {
  renderPage(<MainContent ref={createRef()}>Page</MainContent>);
  const region = screen.getByRole('main').querySelector('[aria-live=polite]');
  expect(region).toBeEmptyDOMElement();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(region).toHaveTextContent('You are offline.');
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(region).toBeEmptyDOMElement();
});
