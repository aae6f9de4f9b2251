/** The part of npm `oidc-provider`, which brings no types, that tests use. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Client: { readonly prototype: { redirectUriAllowed: (uri: string) => boolean } };
    callback(): RequestListener;
  }
}
