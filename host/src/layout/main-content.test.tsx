import { afterEach, expect, jest, test } from '@jest/globals';
import { renderPage } from '@portal/shared/testing';
import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { MainContent } from './main-content.tsx';

afterEach(() => {
  jest.restoreAllMocks();
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
