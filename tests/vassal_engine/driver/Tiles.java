package driver;

import VASSAL.Info;
import VASSAL.build.module.metadata.ModuleMetaData;
import VASSAL.launch.StandardConfig;
import VASSAL.launch.TilingHandler;
import java.awt.Dimension;
import java.io.File;
import java.util.concurrent.Future;
import java.util.zip.ZipFile;
import org.apache.commons.codec.digest.DigestUtils;

/** Cuts a module's boards into tiles as VASSAL does before it opens one, without its progress window: {@code java driver.Tiles MODULE}. */
final class Tiles extends TilingHandler {
  private static final Dimension SIZE = new Dimension(256, 256);
  private static final int MEGABYTES = 1000;

  private Tiles(String module, File cache) {
    super(module, cache, SIZE, MEGABYTES);
  }

  public static void main(String[] words) throws Exception {
    Info.setConfig(new StandardConfig());
    final ModuleMetaData module = new ModuleMetaData(new ZipFile(words[0]));
    final String key = DigestUtils.sha1Hex(module.getName() + "_" + module.getVersion());
    new Tiles(words[0], new File(Info.getCacheDir(), "tiles/" + key)).sliceTiles();
    Runtime.getRuntime().halt(0);
  }

  @Override
  protected StateMachineHandler createStateMachineHandler(int tiles, Future<Integer> done) {
    return new Silent();
  }

  private static final class Silent implements StateMachineHandler {
    @Override
    public void handleStart() {}

    @Override
    public void handleStartingImageState(String image) {}

    @Override
    public void handleTileWrittenState() {}

    @Override
    public void handleTilingFinishedState() {}

    @Override
    public void handleSuccess() {}

    @Override
    public void handleFailure() {
      throw new IllegalStateException("the boards could not be cut into tiles");
    }
  }
}
