import type { Proposal } from '../../src/contract/proposal.js';

export const least: Proposal = { capability: 'fixture.look', version: 1, args: {} };
export const most: Proposal = { ...least, target: '/etc', confirmation: 'token' };

// @ts-expect-error -- S1-083: the version is part of what is asked
export const anyVersion: Proposal = { capability: 'fixture.look', args: {} };
// @ts-expect-error -- the version is a number
export const latest: Proposal = { capability: 'fixture.look', version: 'latest', args: {} };
// @ts-expect-error -- who asks is never part of what is asked
export const claimed: Proposal = { ...least, principal: 'person:ada' };
// @ts-expect-error -- nor is what was agreed
export const agreed: Proposal = { ...least, confirmed: true };
