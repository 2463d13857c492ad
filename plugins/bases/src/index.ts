import { definePlugin } from "@postern/core";
import { charts } from "./charts.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { consoleRoute } from "./console-route.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { archive } from "./operations/archive.ts";
import { chartsCreate } from "./operations/charts.create.ts";
import { chartsList } from "./operations/charts.list.ts";
import { chartsRemove } from "./operations/charts.remove.ts";
import { chartsShow } from "./operations/charts.show.ts";
import { chartsUpdate } from "./operations/charts.update.ts";
import { create } from "./operations/create.ts";
import { importsList } from "./operations/imports.list.ts";
import { importsRetry } from "./operations/imports.retry.ts";
import { importsShow } from "./operations/imports.show.ts";
import { importsUndo } from "./operations/imports.undo.ts";
import { list } from "./operations/list.ts";
import { propsCreate } from "./operations/props.create.ts";
import { propsDelete } from "./operations/props.delete.ts";
import { propsList } from "./operations/props.list.ts";
import { propsPurge } from "./operations/props.purge.ts";
import { propsRestore } from "./operations/props.restore.ts";
import { propsUpdate } from "./operations/props.update.ts";
import { rowsArchive } from "./operations/rows.archive.ts";
import { rowsCreate } from "./operations/rows.create.ts";
import { rowsExport } from "./operations/rows.export.ts";
import { rowsImport } from "./operations/rows.import.ts";
import { rowsList } from "./operations/rows.list.ts";
import { rowsShow } from "./operations/rows.show.ts";
import { rowsUnarchive } from "./operations/rows.unarchive.ts";
import { rowsUpdate } from "./operations/rows.update.ts";
import { show } from "./operations/show.ts";
import { unarchive } from "./operations/unarchive.ts";
import { update } from "./operations/update.ts";
import { viewsCreate } from "./operations/views.create.ts";
import { viewsList } from "./operations/views.list.ts";
import { viewsRemove } from "./operations/views.remove.ts";
import { viewsUpdate } from "./operations/views.update.ts";
import { basesDomain } from "./sync/domain.ts";
import { imports } from "./transfer/import.ts";
import { importing } from "./transfer/imports.ts";
import { sweep } from "./transfer/sweep.ts";
import { upkeep } from "./upkeep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export {
  archive,
  chartsCreate,
  chartsList,
  chartsRemove,
  chartsShow,
  chartsUpdate,
  create,
  importsList,
  importsRetry,
  importsShow,
  importsUndo,
  list,
  propsCreate,
  propsDelete,
  propsList,
  propsPurge,
  propsRestore,
  propsUpdate,
  rowsArchive,
  rowsCreate,
  rowsExport,
  rowsImport,
  rowsList,
  rowsShow,
  rowsUnarchive,
  rowsUpdate,
  show,
  unarchive,
  update,
  viewsCreate,
  viewsList,
  viewsRemove,
  viewsUpdate,
};

/** Project databases: typed properties, versioned rows, views and charts. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections: { ...collections, charts, imports },
  operations: [
    create,
    list,
    show,
    update,
    archive,
    unarchive,
    propsCreate,
    propsList,
    propsUpdate,
    propsDelete,
    propsRestore,
    propsPurge,
    rowsCreate,
    rowsList,
    rowsShow,
    rowsUpdate,
    rowsArchive,
    rowsUnarchive,
    rowsImport,
    rowsExport,
    importsList,
    importsShow,
    importsRetry,
    importsUndo,
    viewsCreate,
    viewsList,
    viewsUpdate,
    viewsRemove,
    chartsCreate,
    chartsList,
    chartsShow,
    chartsUpdate,
    chartsRemove,
  ],
  events: Object.values(events),
  workers: [upkeep, importing, sweep],
  setup({ services }) {
    services.sync?.register(basesDomain);
  },
  routes: [consoleRoute],
});
