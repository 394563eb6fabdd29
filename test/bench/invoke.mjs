import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { z } from 'zod';
import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
  memorySink,
} from '../../packages/capabilities/dist/index.js';
import { interleaved, spread } from './cpu.mjs';
import { prototypeOf } from './prototype.mjs';

// What one automatic invocation through all six stages costs, beside what it replaces.
// node --expose-gc invoke.mjs [rounds] [calls]

const rounds = Number(process.argv[2] ?? 9);
const calls = Number(process.argv[3] ?? 100_000);

const Args = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 256 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  },
  { additionalProperties: false },
);
const Result = Type.Object(
  { title: Type.String({ maxLength: 4_096 }), count: Type.Integer() },
  { additionalProperties: false },
);
const perform = async ({ query, limit }) => ({ title: query, count: limit });
const argsOf = (index) => ({ query: 'hello world', limit: (index % 100) + 1 });
const bounds = { timeoutMs: 5_000, maxResultBytes: 4_096, maxPerTurn: 1_000_000 };

const args = Compile(Args);
const result = Compile(Result);

const executor = createExecutor({
  registry: createRegistry([
    defineCapability({
      name: 'bench.search',
      version: 1,
      summary: 'Searches nothing.',
      args: Args,
      result: Result,
      sideEffect: 'read_only',
      network: 'local',
      bounds,
      perform,
    }),
  ]),
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  sink: memorySink(),
});
const caller = createCaller({ principal: 'person:ada', origin: 'user' });

const prototype = prototypeOf({
  name: 'bench.search',
  version: 1,
  checkArgs: (value) => args.Check(value),
  checkResult: (value) => result.Check(value),
  perform,
  ...bounds,
});

const server = new McpServer({ name: 'bench', version: '1.0.0' });
server.registerTool(
  'search',
  { inputSchema: { query: z.string().min(1).max(256), limit: z.number().int().min(1).max(100) } },
  async ({ query, limit }) => ({ content: [{ type: 'text', text: `${query} ${limit}` }] }),
);
const client = new Client({ name: 'bench', version: '1.0.0' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);

const must = (holds) => {
  if (!holds) throw new Error('a subject did not do its work');
};
const samples = await interleaved(
  [
    {
      name: 'check + call',
      call: async (index) => {
        const value = argsOf(index);
        must(args.Check(value));
        must((await perform(value)).count > 0);
      },
    },
    {
      name: 'prototype',
      call: async (index) => {
        const proposal = { capability: 'bench.search', version: 1, args: argsOf(index) };
        must((await prototype(proposal, 'person:ada')).outcome === 'completed');
      },
    },
    {
      name: 'invoke',
      call: async (index) => {
        const proposal = { capability: 'bench.search', version: 1, args: argsOf(index) };
        must((await executor.invoke(proposal, caller)).outcome === 'completed');
      },
    },
    {
      name: 'MCP 1.x callTool',
      share: 0.1,
      call: async (index) => {
        const answer = await client.callTool({ name: 'search', arguments: argsOf(index) });
        must(answer.content.length === 1);
      },
    },
  ],
  { rounds, calls },
);

const invoke = spread(samples.get('invoke')).median;
console.log('| subject | µs of main-thread CPU, median [least–most] | invoke ÷ subject |');
console.log('| --- | --- | --- |');
for (const [name, values] of samples) {
  const { median, least, most } = spread(values);
  console.log(
    `| ${name} | ${median.toFixed(2)} [${least.toFixed(2)}–${most.toFixed(2)}] | ${(invoke / median).toFixed(2)} |`,
  );
}
await client.close();
