package driver;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.Embellishment;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Hideable;
import VASSAL.counters.Obscurable;
import VASSAL.counters.Stack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/** What lies on the table, as the engine sees it. */
final class Table {
  static final String ME = "me";

  private Table() {}

  static Object everything() {
    return Json.object("pieces", pieces(), "drawn", drawn(), "properties", properties(), "seats", seats());
  }

  static GamePiece named(String idOrName) {
    for (final GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (idOrName.equals(piece.getId()) || idOrName.equals(piece.getName())) {
        return piece;
      }
    }
    throw new IllegalArgumentException("no counter is called " + idOrName);
  }

  static Object piece(GamePiece piece) {
    final Map map = piece.getMap();
    return Json.object(
      "id", piece.getId(), "name", piece.getName(), "map", map == null ? null : map.getMapName(),
      "location", piece.getProperty(BasicPiece.LOCATION_NAME),
      "x", piece.getPosition().x, "y", piece.getPosition().y,
      "side", piece.getProperty("Side"), "layers", layers(piece), "seen", seen(piece)
    );
  }

  /** What the player of our seat sees of a counter: all of its traits count, not the outermost alone. */
  private static String seen(GamePiece piece) {
    boolean masked = false;
    for (GamePiece part = piece; part instanceof Decorator trait; part = trait.getInner()) {
      if (part instanceof Hideable hide && hide.invisibleToMe()) {
        return "nothing";
      }
      masked |= part instanceof Obscurable mask && mask.obscuredToMe();
    }
    return masked ? "the back" : "all";
  }

  private static Object layers(GamePiece piece) {
    final java.util.Map<String, Object> levels = new LinkedHashMap<>();
    for (GamePiece part = piece; part instanceof Decorator trait; part = trait.getInner()) {
      if (part instanceof Embellishment layer) {
        levels.put(String.valueOf(layer.getLayerName()), layer.getValue());
      }
    }
    return levels;
  }

  private static List<Object> pieces() {
    final List<GamePiece> all = new ArrayList<>(GameModule.getGameModule().getGameState().getAllPieces());
    all.removeIf(piece -> piece instanceof Stack);
    all.sort(Comparator.comparing(GamePiece::getId));
    final List<Object> told = new ArrayList<>();
    all.forEach(piece -> told.add(piece(piece)));
    return told;
  }

  /** Stacks and single counters of each map in the order in which the engine draws them. */
  private static Object drawn() {
    final java.util.Map<String, Object> maps = new LinkedHashMap<>();
    for (final Map map : Map.getMapList()) {
      final List<Object> order = new ArrayList<>();
      for (final GamePiece top : map.getPieces()) {
        if (!(top instanceof Deck)) {
          order.add(members(top));
        }
      }
      maps.put(map.getMapName(), order);
    }
    return maps;
  }

  private static List<Object> members(GamePiece top) {
    final List<Object> ids = new ArrayList<>();
    if (top instanceof Stack stack) {
      stack.asList().forEach(piece -> ids.add(piece.getId()));
    }
    else {
      ids.add(top.getId());
    }
    return ids;
  }

  private static Object properties() {
    final java.util.Map<String, Object> values = new LinkedHashMap<>();
    for (final GlobalProperty each : GameModule.getGameModule().getAllDescendantComponentsOf(GlobalProperty.class)) {
      values.put(each.getConfigureName(), each.getPropertyValue());
    }
    return values;
  }

  private static List<Object> seats() {
    final List<Object> seats = new ArrayList<>();
    for (final PlayerRoster.PlayerInfo player : GameModule.getGameModule().getPlayerRoster().getPlayers()) {
      seats.add(Json.object("side", player.getSide(), "mine", ME.equals(player.playerId)));
    }
    return seats;
  }
}
