// A process that plays the runs sent to it, one at a time, and sends back the fault of each.
import * as v from 'valibot';
import { faultOf, kindsNames } from '../queue/fault.ts';

const runSchema = v.object({ seed: v.number(), kinds: v.picklist(kindsNames) });

process.on('message', (message) => {
  void faultOf(v.parse(runSchema, message)).then((fault) => process.send?.({ fault }));
});
